// Copies from and to a variable by the address that cudaGetSymbolAddress() gives, and past its end.
// prints: 7 9
#include <cstdio>

__device__ int values[16];
__global__ void use_values(int* out) { out[threadIdx.x] = values[threadIdx.x] + 2; }

int main() {
    int* out = nullptr;
    void* address = nullptr;
    int host[16] = {0, 0, 0, 0, 7}, back = 0, got = 0;
    if (cudaMalloc(&out, sizeof host) != cudaSuccess || cudaGetSymbolAddress(&address, values) != cudaSuccess) return 1;
    int* there = static_cast<int*>(address);
    if (cudaMemcpy(there + 4, host + 4, sizeof(int), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
    if (cudaMemcpy(&back, there + 4, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    use_values<<<1, 16>>>(out);
    if (cudaGetLastError() != cudaSuccess) return 1;
    if (cudaMemcpy(&got, out + 4, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d %d\n", back, got);
    if (cudaMemcpy(there + 4, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess) return 1;  // expect: copy_out_of_bounds
    return cudaFree(out) == cudaSuccess ? 0 : 1;
}
