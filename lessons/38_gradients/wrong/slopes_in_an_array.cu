__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= ins * outs) return;
    int o = t / ins, i = t % ins;
    float back[512], sum = 0;
    for (int e = 0; e < n; ++e) {
        float y = a[e * outs + o];
        back[e] = g[e * outs + o] * (1 - y * y);
    }
    for (int e = 0; e < n; ++e) sum += back[e] * x[e * ins + i];
    dw[t] = sum;
}
