__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int first = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    if (column >= width || first >= height) return;
    float mine[10];
    for (int k = 0; k < 10; ++k) mine[k] = now[min(max(first + k - 1, 0), height - 1) * width + column];
    for (int k = 0; k < 8 && first + k < height; ++k) {
        int row = first + k;
        float left = now[row * width + max(column - 1, 0)], right = now[row * width + min(column + 1, width - 1)];
        next[row * width + column] = fmaf(rate, (left + right) + (mine[k] + mine[k + 2]) - 4.0f * mine[k + 1], mine[k + 1]);
    }
}
