// One thread does all the work.
__global__ void scale(const float* a, float* b, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0) return;
    for (int k = 0; k < n; ++k) b[k] = factor * a[k];
}
