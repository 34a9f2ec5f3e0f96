// A flag that the host sets while a kernel waits for it: the kernel only reads it.
#include <cstdio>
__global__ void wait_for(volatile int* flag, int* out, long long clocks) {
    const long long begin = clock64();
    while (!*flag)
        if (clock64() - begin > clocks) break;
    *out = 1;
}
int main() {
    volatile int* flag = nullptr;
    int* out;
    cudaHostAlloc((void**)&flag, sizeof *flag, cudaHostAllocPortable);
    cudaMalloc(&out, sizeof *out);
    *flag = 0;
    wait_for<<<1, 1>>>(flag, out, 10000);
    *flag = 1;
    cudaDeviceSynchronize();
    std::printf("%d\n", *flag);
    cudaFree(out);
    cudaFreeHost((void*)flag);
}
// prints: 1
