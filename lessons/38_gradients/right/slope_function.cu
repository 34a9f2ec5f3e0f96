// A function for the slope of tanh, starting from the last example.
__device__ float slope(float y) { return fmaf(-y, y, 1.0f); }
__global__ void layer_gradient(const float* __restrict__ x, const float* __restrict__ a, const float* __restrict__ g,
                               float* __restrict__ dw, int n, int ins, int outs) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x, o = t / ins, i = t - o * ins;
    if (o >= outs) return;
    float s = 0;
    for (int e = n; e-- > 0;) s = fmaf(g[e * outs + o] * slope(a[e * outs + o]), x[e * ins + i], s);
    dw[o * ins + i] = s;
}
