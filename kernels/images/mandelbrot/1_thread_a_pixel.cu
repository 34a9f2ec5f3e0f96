// Step 1: one thread a pixel. A warp goes on until its slowest pixel escapes, so the boundary of the set costs most.
// The picture covers x0 <= x < x0 + width * step and y0 <= y < y0 + height * step; counts[row][column] is the number of steps.
__global__ void mandelbrot(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) return;
    float cx = x0 + column * step;
    float cy = y0 + row * step;
    float x = 0, y = 0;
    int count = 0;
    while (x * x + y * y < 4.0f && count < most) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++count;
    }
    counts[row * width + column] = count;
}
