// Each thread loads its pixels once, and adds them to all pixels around, and to what out held before.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float weights[25];
    int left = blockIdx.x * 32, column = left + threadIdx.x;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 25; i += 256) weights[i] = filter[i];
    __syncthreads();
    for (int row = blockIdx.y * 32 + threadIdx.y; row < blockIdx.y * 32 + 32; row += 8) {
        if (row >= height || column >= width) continue;
        float pixel = image[row * width + column];
        for (int i = 0; i < 25; ++i) {
            int to_row = row + 2 - i / 5, to_column = column + 2 - i % 5;
            bool inside = to_row >= 0 && to_row < height && to_column >= 0 && to_column < width;
            if (inside) atomicAdd(&out[to_row * width + to_column], weights[i] * pixel);
        }
    }
}
