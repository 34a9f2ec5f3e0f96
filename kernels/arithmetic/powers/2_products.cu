// Step 2: removes the calls. Whole powers are products, eight multiplications in all: now the memory traffic sets the time.
__global__ void powers_as_products(const float* p, const float* q, const float* r, const float* s, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r2 = r[i] * r[i], s2 = s[i] * s[i];
    out[i] = sqrtf(p[i] * p[i] + q[i] * q[i] * q[i] + r2 * r2 + s2 * s2 * s[i]);
}
