// Each thread adds its element to the sum of its pair. The two threads of a pair meet in one sum, so the addition is atomic.
template <typename T>
__global__ void pairs(const T* a, T* halves, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(&halves[i / 2], a[i]);  //[add]
}
