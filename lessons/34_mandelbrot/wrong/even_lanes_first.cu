__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * 32 + threadIdx.y * 8 + threadIdx.x % 8, row = blockIdx.y * 4 + threadIdx.x / 8;
    int mine = 0;
    for (int side = 0; side < 2; ++side)
        if (threadIdx.x % 2 == side) {
            float cx = fmaf(column, step, x0), cy = fmaf(row, step, y0), x = 0, y = 0;
            int count = 0;
            while (fmaf(x, x, y * y) < 4.0f && count < most) {
                float next = fmaf(x, x, fmaf(-y, y, cx));
                y = fmaf(2.0f * x, y, cy);
                x = next;
                ++count;
            }
            mine = count;
        }
    if (column < width && row < height) counts[row * width + column] = mine;
}
