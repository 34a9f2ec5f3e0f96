// The right picture, but a warp still takes 32 pixels of one row: rows and columns are only computed in another way.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int thread = threadIdx.y * 32 + threadIdx.x;
    int column = blockIdx.x * 32 + thread % 32;
    int row = blockIdx.y * 4 + thread / 32;
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
