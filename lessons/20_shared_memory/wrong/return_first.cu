// Threads without an element leave first, and no other thread loads their part of the tile.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    __shared__ T tile[1024 + 2 * 8];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    if (i >= n) return;
    tile[x + radius] = a[i];
    if (x < radius) {
        int left = i - radius, right = i + blockDim.x;
        tile[x] = left >= 0 ? a[left] : T(0);
        tile[x + radius + blockDim.x] = right < n ? a[right] : T(0);
    }
    __syncthreads();
    T sum = T(0);
    for (int k = 0; k <= 2 * radius; ++k) sum = sum + tile[x + k];
    c[i] = sum;
}
