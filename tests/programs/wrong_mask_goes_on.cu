// A warp function whose mask is wrong: the lanes that call it take part, and the kernel goes on.
// prints: 15 | 3 2 1 | 120 6 | no error
#include <cstdio>

__global__ void masks(int* out) {
    const unsigned lane = threadIdx.x;
    // Of the lanes below its own.
    const unsigned below = __popc(__ballot_sync((1u << lane) - 1, lane % 2));  // expect: barrier_divergence
    if (lane == 31) out[0] = below;
    if (lane < 16) {
        const int sum = __reduce_add_sync(0xffffffff, int(lane));  // expect: barrier_divergence
        int next = __shfl_down_sync(0xffffffff, int(lane) + 1, 1);  // expect: barrier_divergence
        if (lane < 3) out[3 - lane] = next - 1;
        out[4] = sum;
    }
    __syncwarp(0x0000ffff);  // expect: barrier_divergence
    out[5] = 6;
}

int main() {
    int h[6] = {}, *out = nullptr;
    if (cudaMalloc(&out, sizeof h) != cudaSuccess) return 1;
    masks<<<1, 32>>>(out);
    if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d | %d %d %d | %d %d | %s\n", h[0], h[1], h[2], h[3], h[4], h[5], cudaGetErrorString(cudaGetLastError()));
    return cudaFree(out) == cudaSuccess ? 0 : 1;
}
