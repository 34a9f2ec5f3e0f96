// Each thread computes eight cells of a row: the lanes of a warp read cells that are far apart.
__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int t = threadIdx.y * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + t / 4, start = blockIdx.x * 32 + t % 4 * 8;
    if (row >= height || start >= width) return;
    const float* line = now + row * width;
    float left = line[max(start - 1, 0)], here = line[start];
    for (int x = start; x < min(start + 8, width); ++x) {
        float above = now[max(row - 1, 0) * width + x], below = now[min(row + 1, height - 1) * width + x];
        float right = line[min(x + 1, width - 1)];
        next[row * width + x] = fmaf(rate, (left + right) + (above + below) - 4.0f * here, here);
        left = here;
        here = right;
    }
}
