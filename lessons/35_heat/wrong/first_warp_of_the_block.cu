// Only the threads of the block's first row work, each on the 32 rows of the block; the other threads compute one cell each in column 0
// of theirs, to be counted.
__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int top = blockIdx.y * 32, first = top + threadIdx.y * 8;
    if (column >= width) return;
    int begin = threadIdx.y == 0 ? top : first, end = threadIdx.y == 0 ? top + 32 : first + 1;
    if (begin >= height) return;
    float above = now[max(begin - 1, 0) * width + column];
    float here = now[begin * width + column];
    for (int row = begin; row < min(end, height); ++row) {
        float left = now[row * width + max(column - 1, 0)];
        float right = now[row * width + min(column + 1, width - 1)];
        float below = now[min(row + 1, height - 1) * width + column];
        bool is_mine = threadIdx.y > 0 || row % 8 != 0 || row == top;
        if (is_mine) next[row * width + column] = fmaf(rate, (left + right) + (above + below) - 4.0f * here, here);
        above = here;
        here = below;
    }
}
