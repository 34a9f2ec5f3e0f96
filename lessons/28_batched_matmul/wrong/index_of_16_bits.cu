// The pair's number in 16 bits.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = ((const float4*)a)[i], y = ((const float4*)b)[i];
    ((float4*)c)[i] = make_float4(x.y * y.z - y.y * x.z, x.x * y.y + x.y * y.w - y.x * x.y - y.y * x.w, x.z * y.x + x.w * y.z - y.z * x.x - y.w * x.z, x.z * y.y - y.z * x.y);
}
