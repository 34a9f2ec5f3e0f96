// A thread per weight, and the gradient of a layer without tanh.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= ins * outs) return;
    float sum = 0;
    for (int e = 0; e < n; ++e) sum += g[e * outs + t / ins] * x[e * ins + t % ins];
    dw[t] = sum;
}
