// Each warp copies pixels that are below each other: few requests, and each touches a sector per lane.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float tile[36][36];
    __shared__ float weights[25];
    int top = blockIdx.y * 32, left = blockIdx.x * 32, column = left + threadIdx.x;
    int thread = threadIdx.y * 32 + threadIdx.x;
    if (thread < 25) weights[thread] = filter[thread];
    for (int at = thread; at < 36 * 36; at += 256) {
        int row = top - 2 + at % 36, from = left - 2 + at / 36;
        float& pixel = tile[at % 36][at / 36];
        pixel = 0;
        if (row >= 0 && row < height && from >= 0 && from < width) pixel = image[row * width + from];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) {
        float sum = 0;
        for (int i = 0; i < 25; ++i) sum = fmaf(weights[i], tile[y + i / 5][threadIdx.x + i % 5], sum);
        if (top + y < height && column < width) out[(top + y) * width + column] = sum;
    }
}
