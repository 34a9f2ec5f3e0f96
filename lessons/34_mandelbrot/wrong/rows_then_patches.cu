__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    __shared__ int c[4][32];
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    float cx = fmaf(column, step, x0), cy = fmaf(row, step, y0), x = 0, y = 0;
    int count = 0;
    while (fmaf(x, x, y * y) < 4.0f && count < most) {
        float next = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(2.0f * x, y, cy);
        x = next;
        ++count;
    }
    c[threadIdx.y][threadIdx.x] = count;
    __syncthreads();
    int cc = threadIdx.y * 8 + threadIdx.x % 8, rr = threadIdx.x / 8;
    if (blockIdx.x * 32 + cc < width && blockIdx.y * 4 + rr < height)
        counts[(blockIdx.y * 4 + rr) * width + blockIdx.x * 32 + cc] = c[rr][cc];
}
