#include "twice.h"
__global__ void scale(float4* data) {
    float4* mine = data + blockIdx.x * blockDim.x + threadIdx.x;
    mine->x *= 2;
    mine->w *= 2;
}
void twice(float4* data, dim3 grid, dim3 block) { scale<<<grid, block>>>(data); }
