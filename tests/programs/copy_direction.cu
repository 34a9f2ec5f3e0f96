#include <cstdio>

int main() {
    float h[8] = {};
    float* a = nullptr;
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyDeviceToHost);  // expect: copy_direction
    cudaFree(a);
}
