// Each block reverses its own elements.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.x * blockDim.x, last = first + blockDim.x - 1;
    if (last > n - 1) last = n - 1;
    int j = last - threadIdx.x;
    if (i >= j) return;
    float left = a[i], right = a[j];
    a[i] = right;
    a[j] = left;
}
