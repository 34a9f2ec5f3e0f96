// A program in four sources: C++ that g++ would compile, two of CUDA C++ with a static kernel of one name, and C.
#include <cstdio>
#include <vector>

#include "steps.h"

#include <cuda_runtime.h>

int three = 3;

int main(int, char** words) {
    std::vector<float> host(64, 1.0f);
    float* device = nullptr;
    cudaMalloc(&device, 64 * sizeof(float));
    cudaMemcpy(device, host.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
    scale(device, 64);
    shift(device, 64);
    cudaMemcpy(host.data(), device, 64 * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g %g %d %d\n", host[0], host[63], twice(three), words[0] != nullptr);
    cudaFree(device);
}
// prints: 7 7 6 1
