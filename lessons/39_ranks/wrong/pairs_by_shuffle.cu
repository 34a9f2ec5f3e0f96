// Even lanes add for their odd neighbours, which get the sums by shuffles.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks, chunk = (rank - step - 1 + 2 * ranks) % ranks, t = blockIdx.x * blockDim.x + threadIdx.x,
        i = chunk * each + t;
    bool in = t < each && i < n;
    float p = in ? x[i] : 0, q = in ? incoming[t] : 0, p1 = __shfl_down_sync(~0u, p, 1), q1 = __shfl_down_sync(~0u, q, 1), r = 0,
          s = 0;
    if (threadIdx.x % 2 == 0) {
        r = p + q;
        s = p1 + q1;
    }
    s = __shfl_up_sync(~0u, s, 1);
    if (in) x[i] = threadIdx.x % 2 ? s : r;
}
