// Even lanes compute for their odd neighbours, which get the results by shuffles.
__device__ int fit(int t, int r, int s) {
    int w = (t + 31) / 32, b = min(32, 64 / w), by = 4 * (16384 / ((32 * r + 255) / 256 * 256));
    return min(min(b, by / w), 233472 / ((s + 1024 + 127) / 128 * 128)) * w;
}
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = i < n ? threads[i] : 32, r = i < n ? registers[i] : 32, s = i < n ? shared[i] : 0;
    int t1 = __shfl_down_sync(0xffffffffu, t, 1), r1 = __shfl_down_sync(0xffffffffu, r, 1),
        s1 = __shfl_down_sync(0xffffffffu, s, 1), x = 0, y = 0;
    if (threadIdx.x % 2 == 0) {
        x = fit(t, r, s);
        y = fit(t1, r1, s1);
    }
    y = __shfl_up_sync(0xffffffffu, y, 1);
    if (i < n) warps[i] = threadIdx.x % 2 ? y : x;
}
