// One thread computes all cells.
__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y > 0) return;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            float left = now[row * width + max(column - 1, 0)];
            float right = now[row * width + min(column + 1, width - 1)];
            float above = now[max(row - 1, 0) * width + column];
            float below = now[min(row + 1, height - 1) * width + column];
            float here = now[row * width + column];
            next[row * width + column] = fmaf(rate, (left + right) + (above + below) - 4.0f * here, here);
        }
}
