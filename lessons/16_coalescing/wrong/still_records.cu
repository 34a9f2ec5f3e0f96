// Whole loads and whole stores: perfectly coalesced, and the records are still records.
__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    reinterpret_cast<float4*>(split)[i] = reinterpret_cast<const float4*>(points)[i];
}
