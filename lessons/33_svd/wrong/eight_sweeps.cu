// Always makes eight sweeps, whatever number is given.
// values[i] = the singular values of matrix i, largest first, for n matrices. A block of 32 threads has a matrix of edge x edge
// elements, edge <= 32.

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
    int size = edge * edge;
    for (int at = threadIdx.x; at < size; at += 32) tile[at / edge][at % edge] = a[blockIdx.x * size + at];
    __syncthreads();
    int players = edge + edge % 2;  // with an odd number of columns, one rests in each round
    for (int sweep = 0; sweep < 8; ++sweep)
        for (int round = 0; round < players - 1; ++round) {
            if (threadIdx.x < players / 2) {
                int p = player(round, threadIdx.x, players), q = player(round, players - 1 - threadIdx.x, players);
                if (p < edge && q < edge) turn(tile, edge, p, q);
            }
            __syncthreads();
        }
    write_lengths(tile, values + blockIdx.x * edge, edge);
}
