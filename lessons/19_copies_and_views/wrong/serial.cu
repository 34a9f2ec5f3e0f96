// One thread exchanges all pairs.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0) return;
    for (int j = n - 1; i < j; ++i, --j) {
        float left = a[i], right = a[j];
        a[i] = right;
        a[j] = left;
    }
}
