// Lanes that have returned are not waited for, but have no value; a shuffle that takes none of theirs is right.
// prints: 19 0
#include <cstdio>

__global__ void sums(int* out, int n) {
    const int i = threadIdx.x;
    if (i >= n) return;
    int sum = 1, last = __shfl_sync(0xffffffff, i, n - 1);
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);  // note: undefined_value
    if (i == 0) out[0] = last, out[1] = sum == 0;
}

int main() {
    int* out = nullptr;
    cudaMallocManaged(&out, 64 * sizeof *out);  // its other elements are not written, and not a mistake
    sums<<<1, 32>>>(out, 20);
    sums<<<1, 32>>>(out, 20);
    cudaDeviceSynchronize();
    std::printf("%d %d\n", out[0], out[1]);
    cudaFree(out);
}
