// Neighbouring pixels of the tile are eight words apart, so that lanes meet in the same banks.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float tile[36][36 * 8];
    __shared__ float weights[25];
    int top = blockIdx.y * 32, left = blockIdx.x * 32, column = left + threadIdx.x;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 25; i += 256) weights[i] = filter[i];
    for (int y = threadIdx.y; y < 36; y += 8)
        for (int x = threadIdx.x; x < 36; x += 32) {
            int from_row = top - 2 + y, from_column = left - 2 + x;
            bool inside = from_row >= 0 && from_row < height && from_column >= 0 && from_column < width;
            tile[y][x * 8] = inside ? image[from_row * width + from_column] : 0.0f;
        }
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) {
        float sum = 0;
        for (int i = 0; i < 25; ++i) sum = fmaf(weights[i], tile[y + i / 5][8 * (threadIdx.x + i % 5)], sum);
        if (top + y < height && column < width) out[(top + y) * width + column] = sum;
    }
}
