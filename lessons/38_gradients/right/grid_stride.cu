// A grid-stride loop over the weights, with pointers that walk through the examples.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < ins * outs; t += gridDim.x * blockDim.x) {
        const float *xs = x + t % ins, *as = a + t / ins, *gs = g + t / ins;
        double sum = 0;
        for (int e = 0; e < n; ++e, xs += ins, as += outs, gs += outs) sum += *gs * *xs - *gs * *as * *as * *xs;
        dw[t] = float(sum);
    }
}
