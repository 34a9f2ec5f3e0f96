// A kernel that waits until the host writes to pinned memory: right on a GPU, and said to be unsupported here, not a mistake of a loop.
#include <cuda_runtime.h>

__global__ void wait(volatile int* flag, int* done) {
    while (*flag == 0) {  // expect: unsupported
    }
    *done = 1;
}

int main() {
    int *flag, *done;
    cudaMallocHost(&flag, sizeof(int));
    cudaMalloc(&done, sizeof(int));
    *flag = 0;
    wait<<<1, 1>>>(flag, done);
    *(volatile int*)flag = 1;
    cudaDeviceSynchronize();
    cudaFree(done);
    cudaFreeHost(flag);
}
