// Step 1: out = sqrt(p^2 + q^3 + r^4 + s^5) as it is written, one thread per element. Each powf is a call of about a
// hundred instructions.
__global__ void powers(const float* p, const float* q, const float* r, const float* s, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = sqrtf(powf(p[i], 2.0f) + powf(q[i], 3.0f) + powf(r[i], 4.0f) + powf(s[i], 5.0f));
}
