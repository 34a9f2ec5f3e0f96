// Neighbouring lanes have weights of neighbouring units: they share an input, and read neighbouring outputs.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= ins * outs) return;
    int o = t % outs, i = t / outs;
    float sum = 0;
    for (int e = 0; e < n; ++e) {
        float y = a[e * outs + o];
        sum += g[e * outs + o] * (1 - y * y) * x[e * ins + i];
    }
    dw[o * ins + i] = sum;
}
