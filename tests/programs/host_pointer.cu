// A pointer from malloc is given to the kernel.
#include <cstdlib>

__global__ void fill(float* a) { a[threadIdx.x] = 3; }

int main() {
    float* a = static_cast<float*>(malloc(32 * sizeof(float)));
    fill<<<1, 32>>>(a);  // expect: host_pointer
    const cudaError_t error = cudaDeviceSynchronize();
    free(a);
    return error == cudaSuccess;
}
