// The same picture with blocks of 32 by 4 threads, whose four warps lie side by side: 8 by 4 pixels each.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * 32 + threadIdx.y * 8 + threadIdx.x % 8;
    int row = blockIdx.y * 4 + threadIdx.x / 8;
    if (column < width && row < height) {
        const float cx = x0 + column * step, cy = y0 + row * step;
        float x = 0, y = 0;
        int count;
        for (count = 0; count < most; ++count) {
            if (x * x + y * y >= 4) break;
            const float new_x = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = new_x;
        }
        counts[row * width + column] = count;
    }
}
