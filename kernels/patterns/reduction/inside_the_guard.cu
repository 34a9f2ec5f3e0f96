// As step 3, with the shuffles inside the guard. In the last warp, only some of the lanes come to them, while the mask names
// all 32.
template <typename T>
__device__ T sum_of_warp(T value) {
    for (int away = 16; away > 0; away /= 2)
        value += __shfl_down_sync(0xffffffffu, value, away);  //[shuffle]
    return value;
}

template <typename T>
__global__ void sum_inside_the_guard(const T* a, T* total, int n) {
    __shared__ T of_warps[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T sum = T(0);
    if (i < n)                    //[guard]
        sum = sum_of_warp(a[i]);  //[inside]
    if (lane == 0) of_warps[warp] = sum;
    __syncthreads();
    if (warp > 0) return;
    T of_block = sum_of_warp(lane < blockDim.x / 32 ? of_warps[lane] : T(0));
    if (lane == 0) atomicAdd(total, of_block);
}
