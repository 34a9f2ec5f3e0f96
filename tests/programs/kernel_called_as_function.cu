// A kernel that a function is given and calls without a configuration: nothing is launched, and the program does not ask for the error.
// prints: 0
#include <cstdio>

__global__ void fill(int* a) { a[threadIdx.x] = 1; }  // expect: unchecked_error

template <typename Kernel, typename... Arguments>
void repeat(Kernel kernel, Arguments... arguments) {
    for (int i = 0; i < 3; ++i) kernel(arguments...);
}

int main() {
    int *a, first = 7;
    cudaMalloc(&a, 32 * sizeof(int));
    cudaMemset(a, 0, 32 * sizeof(int));
    repeat(fill, a);
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(a);
}
