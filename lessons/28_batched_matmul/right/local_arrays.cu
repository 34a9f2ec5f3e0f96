__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = ((const float4*)a)[i], y = ((const float4*)b)[i];
    float m[4] = {x.x, x.y, x.z, x.w}, o[4] = {y.x, y.y, y.z, y.w}, out[4] = {0, 0, 0, 0};
    for (int r = 0; r < 2; ++r)
        for (int k = 0; k < 2; ++k)
            for (int l = 0; l < 2; ++l) {
                out[2 * r + k] += m[2 * r + l] * o[2 * l + k];
                out[2 * r + k] -= o[2 * r + l] * m[2 * l + k];
            }
    ((float4*)c)[i] = *(float4*)out;
}
