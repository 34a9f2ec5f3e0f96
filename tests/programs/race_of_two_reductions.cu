// A block's sum, twice: without a barrier after the result is read, the first warp begins the second sum in the same array. On a GPU
// the other warps have mostly read it by then; here warps take long turns, and the sums are wrong.
#include <cstdio>

__device__ float sum_of_block(float value, float* partial) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < blockDim.x / 32; ++i) partial[0] += partial[i];
    }
    __syncthreads();
    return partial[0];  // expect: data_race
}

__global__ void mean_and_spread(const float* in, float* out) {
    __shared__ float partial[32];
    const float mean = sum_of_block(in[threadIdx.x], partial) / blockDim.x;
    const float away = in[threadIdx.x] - mean;
    out[threadIdx.x] = mean + 0 * sum_of_block(away * away, partial);
}

int main() {
    float h[128], *in, *out;
    for (int i = 0; i < 128; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    mean_and_spread<<<1, 128>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return h[0] == 63.5f ? 0 : 1;
}
