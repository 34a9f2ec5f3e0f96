// The four strips of the stub, each with a tile of its own. All four tiles are copied before the one barrier.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float tile[4][12][36];
    __shared__ float weights[25];
    int top = blockIdx.y * 32, left = blockIdx.x * 32, t = threadIdx.y * 32 + threadIdx.x, column = left + threadIdx.x;
    if (t < 25) weights[t] = filter[t];
    for (int s = 0; s < 4; ++s)
        for (int k = t; k < 12 * 36; k += 256) {
            int row = top + 8 * s - 2 + k / 36, col = left - 2 + k % 36;
            tile[s][k / 36][k % 36] = row >= 0 && row < height && col >= 0 && col < width ? image[row * width + col] : 0;
        }
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
        int y = 8 * s + threadIdx.y;
        float sum = 0;
        for (int i = 0; i < 25; ++i) sum += weights[i] * tile[s][threadIdx.y + i / 5][threadIdx.x + i % 5];
        if (top + y < height && column < width) out[(top + y) * width + column] = sum;
    }
}
