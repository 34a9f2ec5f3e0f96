// Even lanes compute for their odd neighbours. Each pair passes numbers by reductions to which the receiving lane contributes 0.
__device__ int fit(int t, int r, int s) {
    int w = (t + 31) / 32, b = min(32, 64 / w), by = 4 * (16384 / ((32 * r + 255) / 256 * 256));
    return min(min(b, by / w), 233472 / ((s + 1024 + 127) / 128 * 128)) * w;
}
__global__ void warps_that_fit(const int* threads, const int* registers, const int* shared, int* warps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned pair = 3u << threadIdx.x % 32 / 2 * 2;
    bool odd = threadIdx.x % 2;
    int t = i < n ? threads[i] : 32, r = i < n ? registers[i] : 32, s = i < n ? shared[i] : 0;
    int t1 = __reduce_add_sync(pair, odd ? t : 0), r1 = __reduce_add_sync(pair, odd ? r : 0),
        s1 = __reduce_add_sync(pair, odd ? s : 0), x = 0, y = 0;
    if (!odd) {
        x = fit(t, r, s);
        y = fit(t1, r1, s1);
    }
    y = __reduce_add_sync(pair, odd ? 0 : y);
    if (i < n) warps[i] = odd ? y : x;
}
