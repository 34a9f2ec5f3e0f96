// Right, and every tap is a load from global memory.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    int column = blockIdx.x * 32 + threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8) {
        int row = blockIdx.y * 32 + y;
        if (row >= height || column >= width) return;
        float sum = 0;
        for (int i = 0; i < 25; ++i) {
            int from_row = row + i / 5 - 2, from_column = column + i % 5 - 2;
            bool inside = from_row >= 0 && from_row < height && from_column >= 0 && from_column < width;
            if (inside) sum = fmaf(filter[i], image[from_row * width + from_column], sum);
        }
        out[row * width + column] = sum;
    }
}
