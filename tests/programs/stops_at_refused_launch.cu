// exit: 1
// A program that stops at an error need not free anything: no note of a leak.
#include <cstdlib>

__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
    int* x;
    cudaMalloc(&x, 64);
    fill<<<1, 2048>>>(x);  // note: refused_launch
    if (cudaGetLastError() != cudaSuccess) std::exit(1);
    cudaFree(x);
}
