// What malloc() keeps before an array is overwritten: the C library finds it at the next free(), with its locks held.
// exit: 134
#include <cstdlib>

int main() {
    int* d = nullptr;
    if (cudaMalloc(&d, 4) != cudaSuccess) return 1;
    long* volatile h = (long*)malloc(40);
    h[-1] = 12345;
    free(h);  // expect: heap_corruption
    return cudaFree(d) == cudaSuccess ? 0 : 1;
}
