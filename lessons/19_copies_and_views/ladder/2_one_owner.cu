// Exchanges neighbours in place: a[0] with a[1], a[2] with a[3], and so on. The grid has one thread per element.
__global__ void swap_neighbours(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool mine = i % 2 == 0 && i + 1 < n;  //[line]
    if (!mine) return;
    float left = a[i], right = a[i + 1];
    a[i] = right;
    a[i + 1] = left;
}
