/* C that moves memory itself; only the launch is CUDA C++, in another source. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector_types.h>
#include "twice.h"

int main(void) {
    const size_t bytes = 64 * sizeof(float4);
    float4* host = malloc(bytes); /* C: no cast */
    void* device = NULL;
    struct cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, 0);
    for (int i = 0; i < 64; ++i) host[i] = make_float4(i, 1, 2, 3);
    if (error == cudaSuccess) error = cudaMalloc(&device, bytes);
    if (error == cudaSuccess) error = cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
    dim3 grid = {2, 1, 1}, block = {32, 1, 1};
    twice(device, grid, block);
    if (error == cudaSuccess) error = cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    printf("%g %g %s %d\n", host[63].x, host[0].w, cudaGetErrorString(error), properties.warpSize);
    cudaMemcpy(host, device, 2 * bytes, cudaMemcpyDeviceToHost); /* line 21: more than there is */
    cudaFree(device);
    free(host);
    return 0;
}
