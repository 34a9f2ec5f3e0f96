__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    __shared__ float s[1024];
    int base = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int q = threadIdx.x; q < blockDim.x && base + q < ins * outs; q += 32) {
            int o = (base + q) / ins, i = (base + q) % ins;
            float sum = 0;
            for (int e = 0; e < n; ++e) {
                float y = a[e * outs + o];
                sum += g[e * outs + o] * (1 - y * y) * x[e * ins + i];
            }
            s[q] = sum;
        }
    __syncthreads();
    if (base + threadIdx.x < ins * outs) dw[base + threadIdx.x] = s[threadIdx.x];
}
