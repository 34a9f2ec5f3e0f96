// A reference is not a copy: after a store, which may have changed the record, the next member is loaded again.
__global__ void split_records(const float* points, float* split, int n) {
    const float4* records = (const float4*)points;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4& point = records[i];
        float* to = split + i;
        *to = point.x;
        *(to += n) = point.y;
        *(to += n) = point.z;
        *(to += n) = point.w;
    }
}
