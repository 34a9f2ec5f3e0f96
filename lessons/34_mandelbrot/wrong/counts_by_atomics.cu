// Counts in memory: an atomic addition per iteration.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * 32 + threadIdx.y * 8 + threadIdx.x % 8, row = blockIdx.y * 4 + threadIdx.x / 8;
    if (column >= width || row >= height) return;
    float cx = fmaf(column, step, x0), cy = fmaf(row, step, y0), x = 0, y = 0;
    int* count = counts + row * width + column;
    *count = 0;
    for (int k = 0; k < most && fmaf(x, x, y * y) < 4.0f; ++k) {
        float next = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(2.0f * x, y, cy);
        x = next;
        atomicAdd(count, 1);
    }
}
