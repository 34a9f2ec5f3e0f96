// c = a + b, where a has the shape p x 1 x q x 1 and b has the shape r x 1 x s.
__global__ void add_4d(const float* a, const float* b, float* c, int p, int q, int r, int s) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= p * r * q * s) return;
    int l = t % s, k = t / s % q, j = t / (s * q) % r, i = t / (s * q * r);
    c[t] = a[i * q + j * 0 + k * 1 + l * 0] + b[i * 0 + j * s + k * 0 + l * 1];  //[strides]
}
