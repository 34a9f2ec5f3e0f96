// Both singular values of each of n matrices of 2 x 2, larger first: one thread per matrix. A^T A is 2 x 2 and symmetric, and its
// eigenvalues have a formula. The smaller value comes from the determinant, because a difference would lose its digits.
__global__ void two_by_two(const float* a, float* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 m = reinterpret_cast<const float4*>(a)[i];  //[load]
    float pp = m.x * m.x + m.z * m.z, qq = m.y * m.y + m.w * m.w, pq = m.x * m.y + m.z * m.w;
    float half = (pp - qq) / 2;
    float larger = sqrtf((pp + qq) / 2 + sqrtf(half * half + pq * pq));
    float smaller = larger > 0 ? fabsf(m.x * m.w - m.y * m.z) / larger : 0;
    reinterpret_cast<float2*>(values)[i] = make_float2(larger, smaller);
}
