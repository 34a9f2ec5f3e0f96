// What a copy to a variable reads, and what one from it writes, is as large as the copy, on either side.
// prints: 2 refused, 1 made
#include <cstdio>
#include <cstdlib>

__constant__ float table[256];
__global__ void use(float* out) { out[threadIdx.x] = table[threadIdx.x]; }

int main() {
    int refused = 0, made = 0;
    float* few = (float*)malloc(32 * sizeof(float));
    float* out = nullptr;
    for (int i = 0; i < 32; ++i) few[i] = i;
    if (cudaMalloc(&out, 64 * sizeof(float)) != cudaSuccess) return 1;
    refused += cudaMemcpyToSymbol(table, few, sizeof table) != cudaSuccess;  // expect: copy_out_of_bounds
    made += cudaMemcpyToSymbol(table, few, 32 * sizeof(float)) == cudaSuccess;
    use<<<1, 32>>>(out);
    refused += cudaMemcpyFromSymbol(out, table, sizeof table, 0, cudaMemcpyDeviceToDevice) != cudaSuccess;  // expect: copy_out_of_bounds
    std::printf("%d refused, %d made\n", refused, made);
    free(few);
    return cudaFree(out) == cudaSuccess ? 0 : 1;
}
