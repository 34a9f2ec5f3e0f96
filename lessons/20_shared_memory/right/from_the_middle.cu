// Each sum begins in the middle of its window and goes outwards; a pointer stands on the thread's element in the tile.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    __shared__ T tile[1024 + 16];
    const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    T* here = &tile[threadIdx.x + 8];
    *here = i < n ? a[i] : T(0);
    // one request for both sides of the halo
    if (threadIdx.x < 2 * radius) {
        int k = threadIdx.x < radius ? (int)threadIdx.x - radius : (int)(blockDim.x + threadIdx.x) - radius;
        tile[8 + k] = first + k >= 0 && first + k < n ? a[first + k] : T(0);
    }
    __syncthreads();
    if (i >= n) return;
    T sum = *here;
    for (int k = 1; k <= radius; ++k) sum = sum + here[-k] + here[k];
    c[i] = sum;
}
