// Transposes each of n matrices of 2 x 2, one thread per matrix.
__global__ void transpose_each(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = reinterpret_cast<const float4*>(a)[i];
    reinterpret_cast<float4*>(c)[i] = make_float4(x.x, x.z, x.y, x.w);
}
