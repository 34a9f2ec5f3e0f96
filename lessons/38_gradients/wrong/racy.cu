// A thread per example that adds without atomics.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int w = t; w < ins * outs; w += threads) dw[w] = 0;
    __syncthreads();
    for (int e = t; e < n; e += threads)
        for (int o = 0; o < outs; ++o)
            for (int i = 0; i < ins; ++i) {
                float y = a[e * outs + o];
                dw[o * ins + i] += g[e * outs + o] * (1 - y * y) * x[e * ins + i];
            }
}
