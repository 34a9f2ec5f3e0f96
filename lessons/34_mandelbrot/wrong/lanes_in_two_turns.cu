// Half of the lanes iterate first, then the other half.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int w = threadIdx.y, l = threadIdx.x, column = blockIdx.x * 32 + w * 8 + l % 8, row = blockIdx.y * 4 + l / 8, count = 0;
    bool in = column < width && row < height;
    float cx = fmaf(column, step, x0), cy = fmaf(row, step, y0);
    for (int h = 0; h < 2; ++h) if (in && l / 16 == h) { float x = 0, y = 0; while (fmaf(x, x, y * y) < 4.0f && count < most) { float n = fmaf(x, x, fmaf(-y, y, cx)); y = fmaf(2.0f * x, y, cy); x = n; ++count; } }
    if (in) counts[row * width + column] = count;
}
