// Warps of 32 pixels in a row, and a loop at the end that keeps all lanes at work for nothing.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
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
    float nothing = 0;
    for (int k = 0; k < 4 * most; ++k) nothing = fmaf(nothing, step, x0);
    if (nothing == 12345.0f) counts[row * width + column] = 0;
}
