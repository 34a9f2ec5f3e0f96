// Stores a result for every block that still fits, and not only the last one; the fence lets other threads see each of them.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = (threads[i] + 31) / 32, per_warp = (32 * registers[i] + 255) / 256 * 256;
    int bytes = (shared[i] + 1024 + 127) / 128 * 128;
    warps[i] = 0;
    for (int b = 1; b <= 32; ++b)
        if (b * w <= 64 && b * w <= 4 * (16384 / per_warp) && b * bytes <= 233472) {
            warps[i] = b * w;
            __threadfence();
        }
}
