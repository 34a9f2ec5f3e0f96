// Neighbouring threads have kernels that are far apart.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = threadIdx.x * gridDim.x + blockIdx.x;
    if (i >= n) return;
    int w = (threads[i] + 31) / 32, b = min(32, 64 / w), r = (32 * registers[i] + 255) / 256 * 256;
    b = min(b, 4 * (16384 / r) / w);
    b = min(b, 233472 / ((shared[i] + 1024 + 127) / 128 * 128));
    warps[i] = b * w;
}
