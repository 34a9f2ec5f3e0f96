// b[i] = factor * a[i], one thread per element.
__global__ void scale(const float* a, float* b, float factor, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        b[i] = factor * a[i];
    }
}
