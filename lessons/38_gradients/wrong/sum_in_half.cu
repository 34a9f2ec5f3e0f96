#include <cuda_fp16.h>
__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= ins * outs) return;
    int o = t / ins, i = t % ins;
    __half sum = __float2half(0.0f);
    for (int e = 0; e < n; ++e) {
        float y = a[e * outs + o];
        sum = __float2half(__half2float(sum) + g[e * outs + o] * (1 - y * y) * x[e * ins + i]);
    }
    dw[t] = __half2float(sum);
}
