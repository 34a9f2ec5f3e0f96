// The record's number in 16 bits.
__global__ void split_records(const float* points, float* split, int n) {
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = ((const float4*)points)[i];
    split[i] = p.x, split[n + i] = p.y, split[2 * n + i] = p.z, split[3 * n + i] = p.w;
}
