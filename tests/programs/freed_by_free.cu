#include <cstdlib>

int main() {
    float* a = nullptr;
    cudaMalloc(&a, 400);
    free(a);  // expect: host_reads_device_pointer
    cudaFree(a);
}
