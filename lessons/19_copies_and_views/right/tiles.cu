// A block copies a tile from each half of the array into shared memory, and writes both reversed.
__global__ void reverse(float* a, int n) {
    __shared__ float left[1024], right[1024];
    int first = blockIdx.x * blockDim.x, x = threadIdx.x;
    int count = min((int)blockDim.x, n / 2 - first);
    if (count <= 0) return;
    float* other = a + n - first - count;
    if (x < count) {
        left[x] = a[first + x];
        right[x] = other[x];
    }
    __syncthreads();
    if (x < count) {
        a[first + x] = right[count - 1 - x];
        other[x] = left[count - 1 - x];
    }
}
