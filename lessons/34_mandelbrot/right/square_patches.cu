// The same picture with blocks of 32 by 4 threads, whose four warps lie side by side: 8 by 4 pixels each.
struct Place {
    int column, row;
};
__device__ Place place_of(int thread) {
    const int warp = thread / 32, lane = thread % 32;
    return {warp * 8 + lane % 8, lane / 8};
}
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    const Place place = place_of(threadIdx.y * blockDim.x + threadIdx.x);
    const int column = blockIdx.x * blockDim.x + place.column, row = blockIdx.y * blockDim.y + place.row;
    if (column >= width) return;
    if (row >= height) return;
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
