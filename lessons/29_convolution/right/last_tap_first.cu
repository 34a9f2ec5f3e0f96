// The taps are added from the last to the first, without fmaf, and the columns at both sides have a loop of their own.
__global__ void convolve_four(const float* image, const float* filter, float* out, int width, int height) {
    __shared__ float tile[36][36];
    __shared__ float weights[25];
    int top = blockIdx.y * 32, left = blockIdx.x * 32, column = left + threadIdx.x;
    auto pixel = [=](int row, int from) {
        return row >= 0 && row < height && from >= 0 && from < width ? image[row * width + from] : 0.0f;
    };
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 25; i += 256) weights[24 - i] = filter[i];
    for (int y = threadIdx.y; y < 36; y += 8) tile[y][2 + threadIdx.x] = pixel(top - 2 + y, column);
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 36 * 4; i += 256) {
        int y = i / 4, x = i % 4 < 2 ? i % 4 : 32 + i % 4;
        tile[y][x] = pixel(top - 2 + y, left - 2 + x);
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 32 && top + y < height; y += 8) {
        if (column >= width) break;
        float sum = 0;
        for (int dy = 4; dy >= 0; --dy)
            for (int dx = 4; dx >= 0; --dx) {
                const float& value = tile[y + dy][threadIdx.x + dx];
                sum += value * weights[24 - dy * 5 - dx];
            }
        out[(top + y) * width + column] = sum;
    }
}
