// out = sqrt(p^2 + q^3 + r^4 + s^5), one thread per element, with whole powers as products.
template <typename T>
__global__ void powers(const T* p, const T* q, const T* r, const T* s, T* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T r2 = r[i] * r[i], s2 = s[i] * s[i];
    out[i] = sqrt(p[i] * p[i] + q[i] * q[i] * q[i] + r2 * r2 + s2 * s2 * s[i]);
}
