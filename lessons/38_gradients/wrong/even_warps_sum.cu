// Even warps sum for the odd ones, and pass the sums on in shared memory.
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    __shared__ float s[1024];
    int w = threadIdx.x / 32, t = blockIdx.x * blockDim.x + threadIdx.x;
    if (w % 2 == 0)
        for (int h = 0; h < 2; ++h) {
            int q = t + 32 * h, k = threadIdx.x + 32 * h;
            if (q < ins * outs && k < blockDim.x) {
                int o = q / ins, i = q % ins;
                float sum = 0;
                for (int e = 0; e < n; ++e) {
                    float y = a[e * outs + o];
                    sum += g[e * outs + o] * (1 - y * y) * x[e * ins + i];
                }
                s[k] = sum;
            }
        }
    __syncthreads();
    if (t < ins * outs) dw[t] = s[threadIdx.x];
}
