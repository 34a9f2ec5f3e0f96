__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int first = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    if (column >= width || first >= height) return;
    const float* at = now + first * width + column;
    float* to = next + first * width + column;
    const int left = column > 0 ? -1 : 0, right = column + 1 < width ? 1 : 0;
    float above = first > 0 ? at[-width] : *at, here = *at;
    for (int row = first; row < height && row < first + 8; ++row, at += width, to += width) {
        float below = row + 1 < height ? at[width] : here;
        *to = here + rate * (above + below + at[left] + at[right] - 4 * here);
        above = here;
        here = below;
    }
}
