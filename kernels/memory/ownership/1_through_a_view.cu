// Step 1: b = a[::step]; b *= 2. The view has no memory of its own: thread k doubles the element k * step of a.
__global__ void double_view(float* a, int n, int step) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k * step >= n) return;
    a[k * step] = 2 * a[k * step];  //[write]
}
