// The first warp of each block loads the records of all its threads.
__global__ void split_records(const float* points, float* split, int n) {
    __shared__ float4 s[1024];
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x && first + k < n; k += 32) s[k] = ((const float4*)points)[first + k];
    __syncthreads();
    int i = first + threadIdx.x;
    if (i >= n) return;
    float4 p = s[threadIdx.x];
    split[i] = p.x;
    split[n + i] = p.y;
    split[2 * n + i] = p.z;
    split[3 * n + i] = p.w;
}
