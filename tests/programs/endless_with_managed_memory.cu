// A loop that nothing ends is the program's mistake, also where its memory is the host's, too: it does not read it anew.
#include <cuda_runtime.h>

__global__ void sum(const int* x, int* out, int n) {
    int total = 0;
    for (int i = 0; i < n;) total += x[i];  // expect: step_budget
    *out = total;
}

int main() {
    int* x;
    cudaMallocManaged(&x, 8 * sizeof(int));
    for (int i = 0; i < 8; ++i) x[i] = 0;
    sum<<<1, 1>>>(x, x + 7, 7);
    cudaDeviceSynchronize();
    cudaFree(x);
}
