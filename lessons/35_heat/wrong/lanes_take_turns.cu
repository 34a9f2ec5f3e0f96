// Loads everything first; then the lanes of a warp compute one after another.
__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int first = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    if (column >= width || first >= height) return;
    float c[10], s[8];
    int cells = min(8, height - first);
    for (int k = 0; k < cells + 2; ++k) c[k] = now[min(max(first + k - 1, 0), height - 1) * width + column];
    for (int k = 0; k < cells; ++k)
        s[k] = now[(first + k) * width + max(column - 1, 0)] + now[(first + k) * width + min(column + 1, width - 1)];
    for (int turn = 0; turn < 32; ++turn)
        if (turn == threadIdx.x)
            for (int k = 0; k < cells; ++k) s[k] = fmaf(rate, s[k] + (c[k] + c[k + 2]) - 4.0f * c[k + 1], c[k + 1]);
    for (int k = 0; k < cells; ++k) next[(first + k) * width + column] = s[k];
}
