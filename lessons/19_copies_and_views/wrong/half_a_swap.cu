// Only the left half gets new values: what was there is lost.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = n - 1 - i;
    if (i >= j) return;
    a[i] = a[j];
}
