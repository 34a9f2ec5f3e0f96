// A warp owns two stretches of 32 elements, one on each side. It loads both, mirrors them by shuffles, and stores each in the
// place of the other.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, first = i - lane;
    float l = i < n / 2 ? a[i] : 0, r = 0;
    int from = n - 32 - first + lane;
    bool right = from >= n - n / 2 && from < n && from >= 0;
    if (right) r = a[from];
    l = __shfl_sync(~0u, l, 31 - lane);
    r = __shfl_sync(~0u, r, 31 - lane);
    if (i < n / 2) a[i] = r;
    if (right) a[from] = l;
}
