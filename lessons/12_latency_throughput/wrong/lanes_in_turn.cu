// The lanes of a warp work one after another.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int t = threads[i], g = registers[i], s = shared[i], out = 0;
    for (int l = 0; l < 32; ++l)
        if (threadIdx.x % 32 == l) {
            int w = (t + 31) / 32, b = min(32, 64 / w), r = (32 * g + 255) / 256 * 256;
            b = min(b, 4 * (16384 / r) / w);
            out = min(b, 233472 / ((s + 1024 + 127) / 128 * 128)) * w;
        }
    warps[i] = out;
}
