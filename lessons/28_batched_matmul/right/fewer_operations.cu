// The diagonals of A B and B A share a product, so some algebra saves half of the multiplications.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = reinterpret_cast<const float4*>(a)[i], y = reinterpret_cast<const float4*>(b)[i];
    float corner = x.y * y.z - y.y * x.z;
    float dx = x.x - x.w, dy = y.x - y.w;
    reinterpret_cast<float4*>(c)[i] = make_float4(corner, dx * y.y - dy * x.y, dy * x.z - dx * y.z, -corner);
}
