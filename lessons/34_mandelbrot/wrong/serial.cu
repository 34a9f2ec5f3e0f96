// One thread computes all pixels.
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y > 0) return;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
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
}
