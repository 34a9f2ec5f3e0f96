// What programs of older times and editors' formatters write, and nvcc takes.
#include <cstdio>
#include <driver_functions.h>
#include <omp.h>
#include <vector_types.h>

__global__ void k(size_t n, size_t* out) {
    *out = max(0l, n) + min(2ll, 9ull);
}

const char* name(cudaError_t error) {
    switch (error) {
        case cudaErrorPriorLaunchFailure: return "a";
        case cudaErrorAddressOfConstant: return "b";
        case cudaErrorTextureNotBound: return "c";
        case cudaErrorStartupFailure: return "d";
        case cudaErrorApiFailureBase: return "e";
        default: return "none";
    }
}

int main() {
    size_t host, *device;
    cudaMalloc(&device, sizeof host);
    k << < 1, dim3(1, 1) >> > (7, device);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; ++i) sum += i;
    std::printf("%zu %s %d %d %s\n", host, name(cudaSuccess), sum, omp_get_wtime() > 0, "k << < 1 >> >");
    cudaFree(device);
}
// prints: 9 none 45 1 k << < 1 >> >
