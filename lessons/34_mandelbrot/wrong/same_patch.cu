// All four warps of a block take the same patch.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int lane = threadIdx.x;
    int column = blockIdx.x * 32 + lane % 8;
    int row = blockIdx.y * 4 + lane / 8;
    if (column >= width || row >= height) return;
    float cx = fmaf(column, step, x0);
    float cy = fmaf(row, step, y0);
    float x = 0, y = 0;
    int count = 0;
    while (fmaf(x, x, y * y) < 4.0f && count < most) {
        float next = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(2.0f * x, y, cy);
        x = next;
        ++count;
    }
    counts[row * width + column] = count;
}
