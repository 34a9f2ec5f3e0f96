// b[i] = factor * a[i], one thread per element.
__global__ void scale(const float* a, float* b, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float& product = b[i];
    product = a[i] * factor;
}
