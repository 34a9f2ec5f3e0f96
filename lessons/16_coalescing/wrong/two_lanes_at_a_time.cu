// Two lanes at a time: each request touches one sector, and there are 16 times as many requests.
__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int pair = 0; pair < 16; ++pair) {
        if (threadIdx.x % 32 / 2 != pair) continue;
        float4 point = reinterpret_cast<const float4*>(points)[i];
        split[0 * n + i] = point.x;
        split[1 * n + i] = point.y;
        split[2 * n + i] = point.z;
        split[3 * n + i] = point.w;
    }
}
