// Loads whole matrices, and stores one element at a time.
__device__ float4 product(float4 x, float4 y) {
    return make_float4(x.x * y.x + x.y * y.z, x.x * y.y + x.y * y.w, x.z * y.x + x.w * y.z, x.z * y.y + x.w * y.w);
}

__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = reinterpret_cast<const float4*>(a)[i], y = reinterpret_cast<const float4*>(b)[i];
    float4 forth = product(x, y), back = product(y, x);
    c[4 * i] = forth.x - back.x;
    c[4 * i + 1] = forth.y - back.y;
    c[4 * i + 2] = forth.z - back.z;
    c[4 * i + 3] = forth.w - back.w;
}
