// The index is clamped to the array, and only the store is guarded.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = min(i, n - 1);
    float4 x = ((const float4*)a)[k], y = ((const float4*)b)[k];
    float d = x.y * y.z - y.y * x.z;
    float4 r = make_float4(d, x.x * y.y + x.y * y.w - y.x * x.y - y.y * x.w, x.z * y.x + x.w * y.z - y.z * x.x - y.w * x.z, -d);
    if (i < n) ((float4*)c)[i] = r;
}
