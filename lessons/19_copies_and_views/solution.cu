// Reverses a in place: a[:] = a[::-1].
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = n - 1 - i;
    if (i >= j) return;
    float left = a[i], right = a[j];
    a[i] = right;
    a[j] = left;
}
