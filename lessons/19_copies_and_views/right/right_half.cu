// The threads of the right half own the pairs; a pointer to each element.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || 2 * i < n) return;
    float* high = a + i;
    float* low = a + (n - 1 - i);
    float kept = *high;
    *high = *low;
    *low = kept;
}
