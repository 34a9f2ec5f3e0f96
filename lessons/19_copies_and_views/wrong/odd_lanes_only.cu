__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0) return;
    i /= 2;
    if (i >= n / 2) return;
    float t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
}
