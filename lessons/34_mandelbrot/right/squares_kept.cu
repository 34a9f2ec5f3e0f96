__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * blockDim.x + threadIdx.y * 8 + threadIdx.x % 8, row = blockIdx.y * blockDim.y + threadIdx.x / 8;
    if (column < width && row < height) {
        float cx = fmaf(column, step, x0), cy = fmaf(row, step, y0), x = 0, y = 0, xx = 0, yy = 0;
        int count = 0;
        while (xx + yy < 4.0f && count < most) {
            y = fmaf(2.0f * x, y, cy);
            x = xx - yy + cx;
            xx = x * x;
            yy = y * y;
            count++;
        }
        int& out = counts[row * width + column];
        out = count;
    }
}
