// Columns p and q meet in the round that their sum gives; the last column stays.

// The largest matrix has 32 columns, so a warp has a lane for each pair of a round.
constexpr int MOST = 32;

// Rotates columns p and q of a matrix with `rows` rows so that their dot product is 0, up to rounding.
__device__ void turn(float (*a)[MOST + 1], int rows, int p, int q) {
    float pp = 0, qq = 0, pq = 0;
    for (int row = 0; row < rows; ++row) {
        float x = a[row][p], y = a[row][q];
        pp += x * x, qq += y * y, pq += x * y;
    }
    if (fabsf(pq) <= 6e-8f * sqrtf(pp * qq)) return;
    float zeta = (qq - pp) / (2 * pq);
    float tangent = (zeta < 0 ? -1 : 1) / (fabsf(zeta) + sqrtf(1 + zeta * zeta));
    float cosine = 1 / sqrtf(1 + tangent * tangent), sine = cosine * tangent;
    for (int row = 0; row < rows; ++row) {
        float x = a[row][p], y = a[row][q];
        a[row][p] = cosine * x - sine * y;
        a[row][q] = sine * x + cosine * y;
    }
}

// The column at a place in a round: one column stays, all others move on by one.
__device__ int player(int round, int place, int players) { return place == 0 ? 0 : 1 + (round + place - 1) % (players - 1); }

// The lengths of the columns, largest first: a lane writes its column's at the place that the number of longer ones says.
__device__ void write_lengths(float (*a)[MOST + 1], float* values, int edge) {
    __shared__ float lengths[MOST];
    int lane = threadIdx.x, place = 0;
    float square = 0;
    for (int row = 0; row < edge && lane < edge; ++row) square += a[row][lane] * a[row][lane];
    lengths[lane] = sqrtf(square);
    __syncthreads();
    if (lane >= edge) return;
    for (int other = 0; other < edge; ++other)
        place += lengths[other] > lengths[lane] || (lengths[other] == lengths[lane] && other < lane);
    values[place] = lengths[lane];
}

__global__ void singular_values(const float* a, float* values, int n, int edge, int sweeps) {
    __shared__ float tile[MOST][MOST + 1];
    const float* own = a + size_t(blockIdx.x) * edge * edge;
    for (int row = 0; row < edge; ++row)
        if (threadIdx.x < edge) tile[row][threadIdx.x] = own[row * edge + threadIdx.x];
    __syncwarp();
    const unsigned players = (edge + 1u) / 2u * 2u, rounds = players - 1;
    for (unsigned r = 0; r < sweeps * rounds; ++r) {
        const unsigned k = threadIdx.x, now = r % rounds;
        int p = k == 0 ? int(rounds) : int((now + k) % rounds), q = k == 0 ? int(now) : int((now + rounds - k) % rounds);
        if (p > q) { const int swapped = p; p = q; q = swapped; }
        if (k < players / 2 && q < edge) turn(tile, edge, p, q);
        __syncwarp();
    }
    write_lengths(tile, values + blockIdx.x * edge, edge);
}
