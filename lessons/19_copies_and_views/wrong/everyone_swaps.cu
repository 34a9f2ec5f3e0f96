// All threads exchange, so each pair has two owners.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = n - 1 - i;
    if (i >= n) return;
    float left = a[i], right = a[j];
    a[i] = right;
    a[j] = left;
}
