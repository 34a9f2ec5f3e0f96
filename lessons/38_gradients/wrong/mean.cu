// The gradient of a layer with tanh: dw[o * ins + i] says how the error changes with the weight from input i to unit o. The layer
// got x[n, ins] and gave a[n, outs], which was kept; g[n, outs] says how the error changes with each of these outputs.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= ins * outs) return;
    int o = t / ins, i = t % ins;
    float sum = 0;
    for (int e = 0; e < n; ++e) {
        float y = a[e * outs + o];
        sum += g[e * outs + o] * (1 - y * y) * x[e * ins + i];
    }
    dw[t] = sum / n;
}
