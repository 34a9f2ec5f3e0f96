// Step 1: one thread per pixel. A warp iterates until its slowest pixel escapes, so lanes wait wherever neighbouring pixels
// differ.
// The picture covers x0 <= x < x0 + width * step and y0 <= y < y0 + height * step; counts[row][column] is the number of
// iterations.
// fmaf(a, b, c) is a * b + c, rounded once. It is written out because a compiler that fuses on its own may fuse other
// products, and a pixel on the boundary of the set would then take a different number of iterations: this way every device
// gives the same picture.
__global__ void mandelbrot(int* counts, int width, int height, float x0, float y0, float step, int most) {
    //[place]
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    //[/place]
    if (column >= width || row >= height) return;
    //[steps]
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
    //[/steps]
    counts[row * width + column] = count;
}
