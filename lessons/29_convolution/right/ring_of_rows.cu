// Strip after strip: twelve rows of shared memory in a ring, of which each strip copies only the eight that are new.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float ring[12][36];
    __shared__ float weights[25];
    int top = blockIdx.y * 32, left = blockIdx.x * 32, column = left + threadIdx.x;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 25; i += 256) weights[i] = filter[i];
    for (int strip = 0; strip < 32; strip += 8) {
        for (int y = (strip == 0 ? 0 : strip + 4) + threadIdx.y; y < strip + 12; y += 8)
            for (int x = threadIdx.x; x < 36; x += 32) {
                int from_row = top - 2 + y, from_column = left - 2 + x;
                bool inside = from_row >= 0 && from_row < height && from_column >= 0 && from_column < width;
                ring[y % 12][x] = inside ? image[from_row * width + from_column] : 0.0f;
            }
        __syncthreads();
        int y = strip + threadIdx.y;
        float sum = 0;
        for (int i = 0; i < 5; ++i)
            for (int j = 0; j < 5; ++j) sum = fmaf(weights[5 * i + j], ring[(y + i) % 12][threadIdx.x + j], sum);
        if (top + y < height && column < width) out[(top + y) * width + column] = sum;
        __syncthreads();
    }
}
