// The same picture with blocks of 32 by 4 threads, whose four warps lie side by side: 8 by 4 pixels each.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    const int column = blockIdx.x << 5 | threadIdx.y << 3 | (threadIdx.x & 7);
    const int row = blockIdx.y << 2 | threadIdx.x >> 3;
    if (column >= width || row >= height) return;
    float2 c = make_float2(fmaf(column, step, x0), fmaf(row, step, y0)), z = make_float2(0, 0);
    int left = most;
    while (left > 0 && z.x * z.x + z.y * z.y < 4.0f) {
        z = make_float2(fmaf(z.x, z.x, c.x) - z.y * z.y, fmaf(z.x + z.x, z.y, c.y));
        --left;
    }
    counts[row * width + column] = most - left;
}
