// The same picture with blocks of 32 by 4 threads. A warp is one row of the block, so it takes 32 pixels of one row.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    // TODO: let each warp take 8 by 4 neighbouring pixels; the block keeps its 32 by 4 threads.
    int column = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 4 + threadIdx.y;
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
