// One thread does all the work.
__global__ void split_records(const float* points, float* split, int n) {
    if (blockIdx.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        float4 point = reinterpret_cast<const float4*>(points)[i];
        split[0 * n + i] = point.x;
        split[1 * n + i] = point.y;
        split[2 * n + i] = point.z;
        split[3 * n + i] = point.w;
    }
}
