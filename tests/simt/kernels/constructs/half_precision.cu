#include <cuda_fp16.h>
__global__ void k(__half* h, half2* g, float* f) {
    int t = threadIdx.x;
    h[t] = h[t] * __float2half(2.0f) + h[t];
    g[t] = __hfma2(g[t], g[t], g[t]);
    if (h[t] > __half(1.0f)) h[t] = hsqrt(h[t]);
    f[t] = __half2float(h[t]) + __low2float(g[t]);
    h[t] = __shfl_down_sync(~0u, h[t], 1);
    atomicAdd(&g[0], g[t]);
    h[t] = (half)3;
    h[t] += h[0];
}
