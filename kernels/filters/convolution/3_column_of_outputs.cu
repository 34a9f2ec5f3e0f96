// Step 3: removes most reads of shared memory. Each thread computes OUTPUTS pixels of a column: a row of the tile is read
// once into registers and used for up to K of them. The weights stay in registers too.
constexpr int ACROSS = 32, DOWN = 8;  // launch with blocks of ACROSS x DOWN threads
constexpr int OUTPUTS = 4;            // per thread

template <int K>
__global__ void __launch_bounds__(ACROSS* DOWN)
    convolve_columns(const float* image, const float* filter, float* out, int width, int height, int k) {
    static_assert(K % 2 == 1, "the filter has a middle");
    constexpr int reach = K / 2, rows = DOWN * OUTPUTS + K - 1;
    __shared__ float tile[rows][ACROSS + K - 1];
    int first_row = blockIdx.y * DOWN * OUTPUTS - reach, first_column = blockIdx.x * ACROSS - reach;
    for (int y = threadIdx.y; y < rows; y += DOWN)
        for (int x = threadIdx.x; x < ACROSS + K - 1; x += ACROSS) {
            int row = first_row + y, column = first_column + x;
            bool inside = row >= 0 && row < height && column >= 0 && column < width;
            tile[y][x] = inside ? image[row * width + column] : 0.0f;
        }
    float weights[K * K];
#pragma unroll
    for (int i = 0; i < K * K; ++i) weights[i] = k == K ? filter[i] : 0.0f;
    __syncthreads();

    float sums[OUTPUTS] = {};
#pragma unroll
    for (int y = 0; y < OUTPUTS + K - 1; ++y) {
        float pixels[K];
#pragma unroll
        for (int x = 0; x < K; ++x) pixels[x] = tile[threadIdx.y * OUTPUTS + y][threadIdx.x + x];
#pragma unroll
        for (int o = 0; o < OUTPUTS; ++o) {
            int dy = y - o;  // the filter's row for output o
            if (dy < 0 || dy >= K) continue;
#pragma unroll
            for (int x = 0; x < K; ++x) sums[o] = fmaf(weights[dy * K + x], pixels[x], sums[o]);
        }
    }
    int column = blockIdx.x * ACROSS + threadIdx.x;
#pragma unroll
    for (int o = 0; o < OUTPUTS; ++o) {
        int row = (blockIdx.y * DOWN + threadIdx.y) * OUTPUTS + o;
        if (row < height && column < width && k == K) out[row * width + column] = sums[o];
    }
}
