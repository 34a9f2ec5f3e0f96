// Whole loads, but the even lanes store before the odd ones: every sector is written twice.
__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 point = reinterpret_cast<const float4*>(points)[i];
    for (int odd = 0; odd < 2; ++odd) {
        if (i % 2 != odd) continue;
        split[0 * n + i] = point.x;
        split[1 * n + i] = point.y;
        split[2 * n + i] = point.z;
        split[3 * n + i] = point.w;
    }
}
