__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    __shared__ int c[4][32];
    if (threadIdx.y == 0)
        for (int p = 0; p < 4; ++p) {
            int column = blockIdx.x * 32 + p * 8 + threadIdx.x % 8, row = blockIdx.y * 4 + threadIdx.x / 8;
            float cx = fmaf(column, step, x0), cy = fmaf(row, step, y0), x = 0, y = 0;
            int count = 0;
            while (fmaf(x, x, y * y) < 4.0f && count < most) {
                float next = fmaf(x, x, fmaf(-y, y, cx));
                y = fmaf(2.0f * x, y, cy);
                x = next;
                ++count;
            }
            c[p][threadIdx.x] = count;
        }
    __syncthreads();
    int column = blockIdx.x * 32 + threadIdx.y * 8 + threadIdx.x % 8, row = blockIdx.y * 4 + threadIdx.x / 8;
    if (column < width && row < height) counts[row * width + column] = c[threadIdx.y][threadIdx.x];
}
