__global__ void k(int* out, int w, int h, float x0, float y0, float dx, float dy, int maxit) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float cx = x0 + px * dx, cy = y0 + py * dy;
    float x = 0, y = 0;
    int it = 0;
    while (x * x + y * y < 4.0f && it < maxit) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        ++it;
    }
    out[py * w + px] = it;
}
