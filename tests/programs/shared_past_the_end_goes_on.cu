// An index past a shared array reaches the rest of the block's shared memory, whose addresses have 32 bits.
// prints: 5 99 | 42 | 0 7 | no error
#include <cstdio>

__global__ void reach(int* out, unsigned one) {
    __shared__ int first[256], second[256];
    first[threadIdx.x] = threadIdx.x;
    second[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    if (threadIdx.x != 0) return;
    const int* middle = first + 6;
    out[0] = middle[~(one - 1)];                     // expect: out_of_bounds
    int* lower = first < second ? first : second;
    int* upper = first < second ? second : first;
    out[1] = lower[256 + 99 * one] / (upper == second ? 2 : 1);  // expect: out_of_bounds
    lower[256 + 3 * one] = 42;                       // expect: out_of_bounds
    out[2] = upper[3];
    upper[300 + one] = 8;                            // expect: out_of_bounds
    out[3] = upper[300 + one];                       // expect: out_of_bounds
    out[4] = 7;
}

int main() {
    int* out = nullptr;
    int h[5] = {-1, -1, -1, -1, -1};
    if (cudaMalloc(&out, sizeof h) != cudaSuccess) return 1;
    reach<<<1, 256>>>(out, 1);
    if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d %d | %d | %d %d | %s\n", h[0], h[1], h[2], h[3], h[4], cudaGetErrorString(cudaGetLastError()));
    return cudaFree(out) == cudaSuccess ? 0 : 1;
}
