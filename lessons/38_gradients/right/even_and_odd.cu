__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= ins * outs) return;
    int o = t / ins, i = t - o * ins;
    auto term = [&](int e) {
        float y = a[e * outs + o], slope = 1 - y * y;
        return x[e * ins + i] * slope * g[e * outs + o];
    };
    float even = 0, odd = 0;
    int e = 0;
    for (; e + 1 < n; e += 2) even += term(e), odd += term(e + 1);
    if (e < n) even += term(e);
    dw[t] = even + odd;
}
