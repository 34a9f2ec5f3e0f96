// The warp iterates until a vote says that all of its pixels are done.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * 32 + threadIdx.y * 8 + threadIdx.x % 8, row = blockIdx.y * 4 + threadIdx.x / 8;
    bool inside = column < width && row < height, active = inside;
    float cx = fmaf(column, step, x0), cy = fmaf(row, step, y0), x = 0, y = 0;
    int count = 0;
    while (__any_sync(0xffffffffu, active)) {
        active = active && fmaf(x, x, y * y) < 4.0f && count < most;
        if (active) {
            float next = fmaf(x, x, fmaf(-y, y, cx));
            y = fmaf(2.0f * x, y, cy);
            x = next;
            ++count;
        }
    }
    if (inside) counts[row * width + column] = count;
}
