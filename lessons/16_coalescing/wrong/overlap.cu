// Each thread splits its own record and the one after it, so two threads write every record.
__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = i; k < i + 2; ++k) {
        if (k >= n) return;
        float4 point = reinterpret_cast<const float4*>(points)[k];
        split[0 * n + k] = point.x;
        split[1 * n + k] = point.y;
        split[2 * n + k] = point.z;
        split[3 * n + k] = point.w;
    }
}
