// Pairs in a grid-stride loop, exchanged by a function that takes references.
__device__ void exchange(float& left, float& right) {
    const float kept = left;
    left = right;
    right = kept;
}
__global__ void reverse(float* a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += gridDim.x * blockDim.x) exchange(a[i], a[n - 1 - i]);
}
