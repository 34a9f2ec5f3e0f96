// A kernel in an unnamed namespace has its name in the report.
// prints: 32
#include <cstdio>
namespace {
__global__ void hidden(int* a) { if (threadIdx.x == 0) *a = blockDim.x; }
}  // namespace

int main() {
    int *a, here = 0;
    cudaMalloc(&a, sizeof(int));
    hidden<<<1, 32>>>(a);
    cudaMemcpy(&here, a, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", here);
    cudaFree(a);
}
