// One thread computes all weights.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    for (int t = 0; t < ins * outs; ++t) {
        float sum = 0;
        for (int e = 0; e < n; ++e) {
            float y = a[e * outs + t / ins];
            sum += g[e * outs + t / ins] * (1 - y * y) * x[e * ins + t % ins];
        }
        dw[t] = sum;
    }
}
