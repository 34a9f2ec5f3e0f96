// Two warps of each block load the records for all threads.
__global__ void split_records(const float* points, float* split, int n) {
    __shared__ float4 tile[1024];
    int first = blockIdx.x * blockDim.x, x = threadIdx.x, i = first + x;
    if (x < 64)
        for (int k = x; k < blockDim.x && first + k < n; k += 64) tile[k] = ((const float4*)points)[first + k];
    __syncthreads();
    if (i >= n) return;
    float4 p = tile[x];
    split[i] = p.x;
    split[n + i] = p.y;
    split[2 * n + i] = p.z;
    split[3 * n + i] = p.w;
}
