__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int first = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    if (column >= width || first >= height || column % 2) return;
    for (int c = column; c < min(column + 2, width); ++c) {
        float above = now[max(first - 1, 0) * width + c], here = now[first * width + c];
        for (int row = first; row < min(first + 8, height); ++row) {
            float left = now[row * width + max(c - 1, 0)], right = now[row * width + min(c + 1, width - 1)],
                  below = now[min(row + 1, height - 1) * width + c];
            next[row * width + c] = fmaf(rate, (left + right) + (above + below) - 4.0f * here, here);
            above = here;
            here = below;
        }
    }
}
