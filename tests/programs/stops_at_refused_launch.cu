// exit: 1
// A program that stops because of an error does not have to free its memory, so no leak is noted.
#include <cstdlib>

__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
    int* x;
    cudaMalloc(&x, 64);
    fill<<<1, 2048>>>(x);  // note: refused_launch
    if (cudaGetLastError() != cudaSuccess) std::exit(1);
    cudaFree(x);
}
