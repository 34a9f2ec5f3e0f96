// The first warp of each block computes for all its threads, which pass the results on.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    __shared__ float4 s[1024];
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x && first + k < n; k += 32) {
            float4 x = ((const float4*)a)[first + k], y = ((const float4*)b)[first + k];
            float t = x.y * y.z - y.y * x.z;
            s[k] = make_float4(t, x.x * y.y + x.y * y.w - y.x * x.y - y.y * x.w, x.z * y.x + x.w * y.z - y.z * x.x - y.w * x.z, -t);
        }
    __syncthreads();
    if (first + threadIdx.x < n) ((float4*)c)[first + threadIdx.x] = s[threadIdx.x];
}
