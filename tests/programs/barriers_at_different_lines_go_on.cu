// Whole warps wait at barriers in different lines: a GPU counts the warps, wherever they wait, so that they meet and go on.
// prints: 1 2 | 64 32 | no error
#include <cstdio>

__global__ void ways(int* out) {
    __shared__ int from[2];
    const int warp = threadIdx.x / 32;
    if (warp == 0) {
        from[0] = 1;
        __syncthreads();  // expect: barrier_divergence
        out[1] = from[1];
    } else {
        from[1] = 2;
        __syncthreads();
        out[0] = from[0];
    }
    int here = 0;
    if (warp == 0)
        here = __syncthreads_count(1);  // expect: barrier_divergence
    else
        here = __syncthreads_count(threadIdx.x < 48) - 16;
    if (threadIdx.x % 32 == 0) out[2 + warp] = warp == 0 ? here + 16 : here;
}

int main() {
    int h[4] = {}, *out = nullptr;
    if (cudaMalloc(&out, sizeof h) != cudaSuccess) return 1;
    ways<<<1, 64>>>(out);
    if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d %d | %d %d | %s\n", h[0], h[1], h[2], h[3], cudaGetErrorString(cudaGetLastError()));
    return cudaFree(out) == cudaSuccess ? 0 : 1;
}
