// The filter of 5 x 5. A block of 32 x 8 threads computes 32 x 32 pixels, four per thread; outside the image is black.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float tile[12][36];
    __shared__ float weights[25];
    int left = blockIdx.x * 32, column = left + threadIdx.x;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 25; i += 256) weights[i] = filter[i];
    // TODO: four strips of 32 x 8 pixels, one after another, each with a halo of its own: the strips load many rows twice.
    for (int top = blockIdx.y * 32; top < blockIdx.y * 32 + 32; top += 8) {
        for (int y = threadIdx.y; y < 12; y += 8)
            for (int x = threadIdx.x; x < 36; x += 32) {
                int from_row = top - 2 + y, from_column = left - 2 + x;
                bool inside = from_row >= 0 && from_row < height && from_column >= 0 && from_column < width;
                tile[y][x] = inside ? image[from_row * width + from_column] : 0.0f;
            }
        __syncthreads();
        float sum = 0;
        for (int i = 0; i < 25; ++i) sum = fmaf(weights[i], tile[threadIdx.y + i / 5][threadIdx.x + i % 5], sum);
        int row = top + threadIdx.y;
        if (row < height && column < width) out[row * width + column] = sum;
        __syncthreads();
    }
}
