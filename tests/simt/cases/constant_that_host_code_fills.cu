//! entry: k
//! launch: grid=1 block=8
//! argument: f32[8]:iota
//! warning: 10 host code fills 'c' (cudaMemcpyToSymbol, line 19), which is not run here: it holds zeros
//! warning: 11 host code fills 'scale' (cudaMemcpyToSymbolAsync, line 21), which is not run here: it holds its initial value
//! result: 0 = 0 0 0 0
// 'unused' is filled too, but this kernel does not read it.
#include <cuda_runtime.h>
namespace of_the_filter {
__constant__ float c[4];
__device__ float scale = 2.0f;
}
__constant__ int unused;
__global__ void k(float* a) {
    a[threadIdx.x] = of_the_filter::c[threadIdx.x % 4] * of_the_filter::scale;
}
int main() {
    float h[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(of_the_filter::c, h, sizeof h);
    cudaMemcpyToSymbol(unused, h, 4);  // cudaMemcpyToSymbol(a, h, 4) in a comment
    cudaMemcpyToSymbolAsync((const void*)&of_the_filter::scale, h, sizeof(float), 0, cudaMemcpyHostToDevice, 0);
    return 0;
}
