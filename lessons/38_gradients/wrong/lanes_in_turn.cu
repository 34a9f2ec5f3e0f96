// The lanes of a warp take turns.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= ins * outs) return;
    for (int turn = 0; turn < 32; ++turn) {
        if (threadIdx.x % 32 != turn) continue;
        float sum = 0;
        for (int e = 0; e < n; ++e) {
            float y = a[e * outs + t / ins];
            sum += g[e * outs + t / ins] * (1 - y * y) * x[e * ins + t % ins];
        }
        dw[t] = sum;
    }
}
