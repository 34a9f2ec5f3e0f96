// Step 2: removes most reads of global memory. A block copies its tile and a frame of K / 2 pixels around it to shared
// memory, and all k^2 reads for a pixel go there. K is a compile-time constant, so that the loops are unrolled.
constexpr int ACROSS = 32, DOWN = 8;  // launch with blocks of ACROSS x DOWN threads

template <int K>
__global__ void convolve_tile(const float* image, const float* filter, float* out, int width, int height, int k) {
    static_assert(K % 2 == 1, "the filter has a middle");
    constexpr int reach = K / 2;
    __shared__ float tile[DOWN + K - 1][ACROSS + K - 1];
    __shared__ float weights[K * K];
    int first_row = blockIdx.y * DOWN - reach, first_column = blockIdx.x * ACROSS - reach;
    int thread = threadIdx.y * ACROSS + threadIdx.x;
    for (int i = thread; i < K * K; i += ACROSS * DOWN) weights[i] = filter[i];
    for (int y = threadIdx.y; y < DOWN + K - 1; y += DOWN)
        for (int x = threadIdx.x; x < ACROSS + K - 1; x += ACROSS) {
            int row = first_row + y, column = first_column + x;
            bool inside = row >= 0 && row < height && column >= 0 && column < width;
            tile[y][x] = inside ? image[row * width + column] : 0.0f;
        }
    __syncthreads();
    int row = blockIdx.y * DOWN + threadIdx.y, column = blockIdx.x * ACROSS + threadIdx.x;
    if (row >= height || column >= width || k != K) return;
    float sum = 0;
#pragma unroll
    for (int dy = 0; dy < K; ++dy)
#pragma unroll
        for (int dx = 0; dx < K; ++dx)
            sum = fmaf(weights[dy * K + dx], tile[threadIdx.y + dy][threadIdx.x + dx], sum);  //[use]
    out[row * width + column] = sum;
}
