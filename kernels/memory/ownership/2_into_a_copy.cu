// Step 2: c = a[::step] * 2. The result has memory of its own, and a stays as it is.
__global__ void double_into_copy(const float* a, float* c, int n, int step) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k * step >= n) return;
    c[k] = 2 * a[k * step];  //[write]
}
