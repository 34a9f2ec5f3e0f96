// A maximum by compare-and-swap that gives up when another thread has stored a larger one: the read before it is an intended race.
#include <cstdio>

__global__ void largest(float* out) {
    const float mine = threadIdx.x * 7 % 64 + blockIdx.x;
    float old;
    do {
        old = *out;
        if (mine <= old) break;
    } while (atomicCAS((unsigned*)out, __float_as_uint(old), __float_as_uint(mine)) != __float_as_uint(old));
}

int main() {
    float *device, host;
    cudaMalloc(&device, sizeof host);
    cudaMemset(device, 0, sizeof host);
    largest<<<4, 64>>>(device);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host);
    cudaFree(device);
}
// prints: 66
