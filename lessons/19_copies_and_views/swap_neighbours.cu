// Exchanges neighbours in place: a[0] with a[1], a[2] with a[3], and so on.
__global__ void swap_neighbours(float* a, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 >= n) return;
    float left = a[i], right = a[i + 1];
    a[i] = right;
    a[i + 1] = left;
}
