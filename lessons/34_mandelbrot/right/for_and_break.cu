__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    const unsigned t = threadIdx.x;
    const int column = blockIdx.x * 32u + threadIdx.y * 8u + (t & 7u), row = blockIdx.y * 4u + (t >> 3);
    if (!(column < width && row < height)) return;
    const float cx = x0 + column * step, cy = y0 + row * step;
    float x = 0, y = 0;
    int count = 0;
    for (; count < most; ++count) {
        if (x * x + y * y >= 4.0f) break;
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
    }
    counts[column + row * width] = count;
}
