// A program with more memory than is copied before a launch: its launches are checked all the same, and what a check changes is
// taken back.
// prints: 2 2 2, 1000 of 1000
#include <cstdio>

__global__ void add(int* a, size_t n) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) a[i] += 1;
}
__global__ void turn(int* a, int* count) {
    __shared__ int row[64];
    row[threadIdx.x] = threadIdx.x;  // expect: data_race
    if (row[63 - threadIdx.x] == 99) a[0] = 99;
    if (threadIdx.x == 0 && blockIdx.x % 32 == 0) atomicAdd(count, 1);
}

int main() {
    constexpr size_t n = size_t(80) << 20;
    int *much, *count, host[3], counted;
    cudaMalloc(&much, n * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMemset(much, 0, size_t(2) << 22);
    cudaMemset(count, 0, sizeof(int));
    add<<<16, 256>>>(much, 4096);              // checked as a whole
    add<<<8192, 256>>>(much, size_t(2) << 20);  // in part
    turn<<<32000, 64>>>(much, count);     // in part
    cudaMemcpy(host, much, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&host[2], much + 4095, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&counted, count, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d %d, %d of 1000\n", host[0], host[1], host[2], counted);
    cudaFree(much);
    cudaFree(count);
}
