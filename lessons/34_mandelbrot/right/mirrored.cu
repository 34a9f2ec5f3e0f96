// The same picture with blocks of 32 by 4 threads, whose four warps lie side by side: 8 by 4 pixels each.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int warp = threadIdx.y, lane = threadIdx.x;
    int column = blockIdx.x * 32 + warp * 8 + (7 - lane % 8);
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
