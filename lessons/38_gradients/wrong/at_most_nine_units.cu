// What comes back to a unit goes through shared memory, which has room for nine units.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    __shared__ float back[32][9];
    const int t = blockIdx.x * blockDim.x + threadIdx.x, o = t / ins, i = t % ins;
    float sum = 0;
    for (int first = 0; first < n; first += 32) {
        const int count = min(32, n - first);
        for (int k = threadIdx.x; k < count * outs; k += blockDim.x) {
            const float y = a[first * outs + k];
            back[k / outs][k % outs] = g[first * outs + k] * (1 - y * y);
        }
        __syncthreads();
        if (t < ins * outs)
            for (int k = 0; k < count; ++k) sum += back[k][o] * x[(first + k) * ins + i];
        __syncthreads();
    }
    if (t < ins * outs) dw[t] = sum;
}
