// Five loads per cell, and two stores, so that there are fewer loads per store.
__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int first = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    if (column >= width) return;
    for (int row = first; row < min(first + 8, height); ++row) {
        float left = now[row * width + max(column - 1, 0)];
        float right = now[row * width + min(column + 1, width - 1)];
        float above = now[max(row - 1, 0) * width + column];
        float below = now[min(row + 1, height - 1) * width + column];
        float here = now[row * width + column];
        volatile float* cell = next + row * width + column;
        *cell = here;
        *cell = fmaf(rate, (left + right) + (above + below) - 4.0f * here, here);
    }
}
