// Step 3: removes the barriers of all levels but one, and most accesses to shared memory. The lanes of a warp add up by
// shuffles, and then the first warp adds up one sum per warp. The number of threads per block is a multiple of 32, at most
// 1024.
template <typename T>
__device__ T sum_of_warp(T value) {
    for (int away = 16; away > 0; away /= 2)
        value += __shfl_down_sync(0xffffffffu, value, away);  //[shuffle]
    return value;
}

template <typename T>
__global__ void sum_shuffles(const T* a, T* total, int n) {
    __shared__ T of_warps[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T value = i < n ? a[i] : T(0);  //[neutral]
    T sum = sum_of_warp(value);
    if (lane == 0) of_warps[warp] = sum;
    __syncthreads();
    if (warp > 0) return;  //[first_warp]
    T of_block = sum_of_warp(lane < blockDim.x / 32 ? of_warps[lane] : T(0));
    if (lane == 0) atomicAdd(total, of_block);
}
