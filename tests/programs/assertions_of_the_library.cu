// assert of <cassert> on both sides.
// exit: 1
#include <cassert>
#include <cstdio>

__global__ void k(int* a, int n) {
    assert(n == 32);
    a[threadIdx.x] = n;
    assert(a[threadIdx.x] < 32);  // expect: assert_failed
}

int main() {
    int* a = nullptr;
    assert(cudaMalloc(&a, 32 * sizeof(int)) == cudaSuccess);
    k<<<1, 32>>>(a, 32);
    const bool has_failed = cudaDeviceSynchronize() == cudaErrorAssert;
    cudaFree(a);
    return has_failed ? 1 : 0;
}
