// The lanes share the rows of one pair, and the pairs follow each other.

constexpr int MOST = 32;

__device__ float sum(float value) {
    for (int away = 16; away > 0; away /= 2) value += __shfl_xor_sync(0xffffffffu, value, away);
    return value;
}

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
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int p = 0; p < edge; ++p)
            for (int q = p + 1; q < edge; ++q) {
                float x = threadIdx.x < edge ? tile[threadIdx.x][p] : 0, y = threadIdx.x < edge ? tile[threadIdx.x][q] : 0;
                float pp = sum(x * x), qq = sum(y * y), pq = sum(x * y);
                if (fabsf(pq) <= 6e-8f * sqrtf(pp * qq)) continue;
                float zeta = (qq - pp) / (2 * pq);
                float tangent = (zeta < 0 ? -1 : 1) / (fabsf(zeta) + sqrtf(1 + zeta * zeta));
                float cosine = 1 / sqrtf(1 + tangent * tangent), sine = cosine * tangent;
                if (threadIdx.x >= edge) continue;
                tile[threadIdx.x][p] = cosine * x - sine * y;
                tile[threadIdx.x][q] = sine * x + cosine * y;
            }
    __syncthreads();
    write_lengths(tile, values + blockIdx.x * edge, edge);
}
