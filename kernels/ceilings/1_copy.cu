// Step 1: nothing but traffic. Each thread carries 16 bytes at a time; no kernel that reads and writes memory is faster.
__global__ void ceiling_copy(const float4* from, float4* to, int n) {
    int threads_in_grid = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads_in_grid) to[i] = from[i];
}
