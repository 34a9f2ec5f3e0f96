// Patches of 4 by 8 pixels in a block that is 4 pixels high: half of each patch belongs to the block below.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * 32 + threadIdx.y * 4 + threadIdx.x % 4;
    int row = blockIdx.y * 4 + threadIdx.x / 4 % 4;
    if (column >= width || row >= height || threadIdx.x >= 16) return;
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
