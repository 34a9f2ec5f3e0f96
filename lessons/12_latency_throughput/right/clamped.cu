// The index is clamped to the array, and only the store is guarded.
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = min(i, n - 1);
    int w = (threads[k] + 31) / 32, by = 4 * (16384 / ((32 * registers[k] + 255) / 256 * 256));
    int r = min(min(min(32, 64 / w), by / w), 233472 / ((shared[k] + 1024 + 127) / 128 * 128)) * w;
    if (i < n) warps[i] = r;
}
