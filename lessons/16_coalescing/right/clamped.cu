// The index is clamped to the array, and only the store is guarded.
__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = ((const float4*)points)[min(i, n - 1)];
    if (i < n) split[i] = p.x, split[n + i] = p.y, split[2 * n + i] = p.z, split[3 * n + i] = p.w;
}
