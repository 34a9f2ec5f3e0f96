// Warps of 32 pixels in a row whose lanes all go on until the last one is done, so that none of them waits.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 4 + threadIdx.y;
    float cx = fmaf(column, step, x0);
    float cy = fmaf(row, step, y0);
    float x = 0, y = 0;
    int count = 0;
    bool inside = column < width && row < height;
    for (int k = 0; k < most && __any_sync(0xffffffff, inside); ++k) {
        inside = inside && fmaf(x, x, y * y) < 4.0f;
        float next = fmaf(x, x, fmaf(-y, y, cx));
        y = inside ? fmaf(2.0f * x, y, cy) : y;
        x = inside ? next : x;
        count += inside;
    }
    if (column < width && row < height) counts[row * width + column] = count;
}
