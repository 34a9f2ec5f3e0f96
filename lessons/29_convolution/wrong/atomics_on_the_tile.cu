// Each pixel of the area is loaded once, and added to the sums of the tile by atomics on shared memory.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float sums[32][32];
    __shared__ float weights[25];
    int top = blockIdx.y * 32, left = blockIdx.x * 32, thread = threadIdx.y * 32 + threadIdx.x;
    if (thread < 25) weights[thread] = filter[thread];
    for (int y = threadIdx.y; y < 32; y += 8) sums[y][threadIdx.x] = 0;
    __syncthreads();
    for (int k = thread; k < 36 * 36; k += 256) {
        int row = top - 2 + k / 36, column = left - 2 + k % 36;
        if (row < 0 || row >= height || column < 0 || column >= width) continue;
        float pixel = image[row * width + column];
        for (int i = 0; i < 25; ++i) {
            int y = k / 36 - i / 5, x = k % 36 - i % 5;
            if (y >= 0 && y < 32 && x >= 0 && x < 32) atomicAdd(&sums[y][x], weights[i] * pixel);
        }
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        if (top + y < height && left + threadIdx.x < width) out[(top + y) * width + left + threadIdx.x] = sums[y][threadIdx.x];
}
