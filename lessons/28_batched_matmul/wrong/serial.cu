// One thread computes everything.
__device__ float4 product(float4 x, float4 y) {
    return make_float4(x.x * y.x + x.y * y.z, x.x * y.y + x.y * y.w, x.z * y.x + x.w * y.z, x.z * y.y + x.w * y.w);
}

__global__ void commutators(const float* a, const float* b, float* c, int n) {
    if (blockIdx.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        float4 x = reinterpret_cast<const float4*>(a)[i], y = reinterpret_cast<const float4*>(b)[i];
        float4 forth = product(x, y), back = product(y, x);
        reinterpret_cast<float4*>(c)[i] = make_float4(forth.x - back.x, forth.y - back.y, forth.z - back.z, forth.w - back.w);
    }
}
