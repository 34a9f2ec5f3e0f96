// Step 1: the singular values of A (m x n, row-major, m >= n), largest first, by rotating pairs of columns until all
// columns are orthogonal (one-sided Jacobi, Hestenes 1958); the lengths of the columns are then the singular values. Each
// pair is the work of one warp, pairs without a common column are rotated at the same time, and each round ends with a
// barrier: hence one block, and one multiprocessor. A is overwritten.
constexpr int WARPS = 8;  // launch with one block of 32 x WARPS threads
constexpr int MOST_SWEEPS = 40;

__device__ double sum_of_warp(double value) {
    for (int away = 16; away > 0; away /= 2) value += __shfl_xor_sync(0xffffffffu, value, away);
    return value;
}

// Rotates columns p and q so that their dot product is zero; false when it already was, up to rounding.
__device__ bool turn(double* a, int m, int n, int p, int q) {
    double pp = 0, qq = 0, pq = 0;
    for (int row = threadIdx.x % 32; row < m; row += 32) {
        double x = a[(long long)row * n + p], y = a[(long long)row * n + q];  //[column]
        pp += x * x, qq += y * y, pq += x * y;
    }
    pp = sum_of_warp(pp), qq = sum_of_warp(qq), pq = sum_of_warp(pq);
    if (fabs(pq) <= 2.3e-16 * m * sqrt(pp * qq)) return false;  // a sum of m products is not more accurate than that
    double zeta = (qq - pp) / (2 * pq);
    double tangent = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    double cosine = 1 / sqrt(1 + tangent * tangent), sine = cosine * tangent;
    for (int row = threadIdx.x % 32; row < m; row += 32) {
        double x = a[(long long)row * n + p], y = a[(long long)row * n + q];
        a[(long long)row * n + p] = cosine * x - sine * y;
        a[(long long)row * n + q] = sine * x + cosine * y;
    }
    return true;
}

// The column at a place in a round: one column stays, all others move on by one (a round-robin tournament of `players`).
__device__ int player(int round, int place, int players) { return place == 0 ? 0 : 1 + (round + place - 1) % (players - 1); }

__global__ void svd(double* a, double* values, int m, int n) {
    __shared__ int turned;
    int players = n + n % 2;  // with an odd number of columns, one rests in each round
    int warp = threadIdx.x / 32;
    for (int sweep = 0; sweep < MOST_SWEEPS; ++sweep) {
        __syncthreads();
        if (threadIdx.x == 0) turned = 0;
        __syncthreads();
        for (int round = 0; round < players - 1; ++round) {
            for (int pair = warp; pair < players / 2; pair += WARPS) {
                int p = player(round, pair, players), q = player(round, players - 1 - pair, players);
                if (p < n && q < n && turn(a, m, n, min(p, q), max(p, q)) && threadIdx.x % 32 == 0) atomicOr(&turned, 1);
            }
            __syncthreads();
        }
        if (turned == 0) break;
    }
    for (int column = warp; column < n; column += WARPS) {
        double square = 0;
        for (int row = threadIdx.x % 32; row < m; row += 32) {
            double x = a[(long long)row * n + column];
            square += x * x;
        }
        square = sum_of_warp(square);
        if (threadIdx.x % 32 == 0) values[column] = sqrt(square);
    }
    __syncthreads();
    // There are few values, once: one thread sorts them, largest first.
    if (threadIdx.x != 0) return;
    for (int i = 1; i < n; ++i) {
        double value = values[i];
        int at = i;
        for (; at > 0 && values[at - 1] < value; --at) values[at] = values[at - 1];
        values[at] = value;
    }
}
