#include <cstdio>
#include <cstdlib>

int main() {
    float *device, *managed, *pinned, *host = static_cast<float*>(std::malloc(64));
    cudaMalloc(&device, 64);
    cudaMallocManaged(&managed, 64);
    cudaHostAlloc(&pinned, 64, cudaHostAllocDefault);
    cudaFreeHost(device);  // expect: wrong_free
    cudaFree(pinned);      // expect: wrong_free
    if (cudaFreeHost(managed) != cudaSuccess) std::printf("refused\n");  // expect: wrong_free
    cudaFree(host);                                                      // expect: wrong_free
    cudaHostRegister(host, 64, cudaHostRegisterDefault);
    cudaFreeHost(host);  // expect: wrong_free
    cudaHostUnregister(host);
    cudaFree(device);
    cudaFree(managed);
    std::free(host);
}  // prints: refused
