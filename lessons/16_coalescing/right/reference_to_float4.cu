// A reference to the record, whose members are all read before the first store: they are parts of one load.
__global__ void split_records(const float* points, float* split, int n) {
    const float4* records = (const float4*)points;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4& point = records[i];
        const float values[] = {point.x, point.y, point.z, point.w};
        float* to = split + i;
        for (int field = 0; field < 4; ++field, to += n) *to = values[field];
    }
}
