// prints: 2 14
#include <cstdio>

__managed__ int total = 0;
__device__ __managed__ int values[4] = {1, 2, 3, 4};

__global__ void add() { atomicAdd(&total, values[threadIdx.x % 4]); }

int main() {
    values[0] = 5;
    add<<<1, 4>>>();
    cudaDeviceSynchronize();
    std::printf("%d %d\n", values[1], total);
    return 0;
}
