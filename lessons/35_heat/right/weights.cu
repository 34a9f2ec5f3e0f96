__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int first = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    if (column >= width) return;
    auto at = [&](int row, int col) { return now[min(max(row, 0), height - 1) * width + min(max(col, 0), width - 1)]; };
    float a = at(first - 1, column), b = at(first, column);
    for (int k = 0; k < 8; ++k) {
        int row = first + k;
        if (row >= height) break;
        float c = at(row + 1, column), sum = at(row, column - 1);
        sum += at(row, column + 1);
        sum += a + c;
        next[row * width + column] = b * (1 - 4 * rate) + rate * sum;
        a = b, b = c;
    }
}
