// Threads of several blocks set one flag: a race, and the value is the same in any order.
#include <cstdio>

__global__ void find(const int* a, int n, int value, int* found) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == value) *found = 1;  // note: data_race
}

int main() {
    int host[256], *a, *found, result = 0;
    for (int i = 0; i < 256; ++i) host[i] = i % 8;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&found, sizeof(int));
    cudaMemset(found, 0, sizeof(int));
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    find<<<4, 64>>>(a, 256, 7, found);
    cudaMemcpy(&result, found, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(a);
    cudaFree(found);
}
// prints: 1
