// Warps of 32 pixels in a row with a lean loop: no lane ever stops, and the warp votes every 16 iterations.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    float cx = fmaf(column, step, x0), cy = fmaf(row, step, y0), x = 0, y = 0, xx = 0, yy = 0;
    int count = 0, done = 0;
    bool inside = column < width && row < height;
#define STEP count += xx + yy < 4.0f; y = fmaf(x + x, y, cy); x = xx - yy + cx; xx = x * x; yy = y * y;
#define FOUR STEP STEP STEP STEP
    do {
        FOUR FOUR FOUR FOUR
        done += 16;
    } while (__any_sync(0xffffffff, inside & (count == done)) && done < most);
    if (inside) counts[row * width + column] = min(count, most);
}
