// Pixels in the two largest parts of the set are answered without iterating.
__device__ bool in_the_bulbs(float x, float y) {
    float q = (x - 0.25f) * (x - 0.25f) + y * y;
    return q * (q + (x - 0.25f)) < 0.25f * y * y || (x + 1) * (x + 1) + y * y < 0.0625f;
}
__device__ int iterations(float cx, float cy, int most) {
    if (in_the_bulbs(cx, cy)) return most;
    float x = 0, y = 0;
    for (int count = 0; count < most; ++count) {
        if (x * x + y * y >= 4) return count;
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
    }
    return most;
}
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    const int column = 32 * blockIdx.x + 8 * threadIdx.y + (threadIdx.x & 7);
    const int row = 4 * blockIdx.y + (threadIdx.x >> 3);
    if (column < width && row < height) counts[row * width + column] = iterations(x0 + column * step, y0 + row * step, most);
}
