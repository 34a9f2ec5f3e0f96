__device__ __forceinline__ float warpSum(float v) {
    for (int off = 16; off > 0; off /= 2) v += __shfl_down_sync(0xffffffffu, v, off);
    return v;
}
__global__ void k(const float* in, float* out, int n) {
    __shared__ float part[32];
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
    s = warpSum(s);
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    if (lane == 0) part[wid] = s;
    __syncthreads();
    if (wid == 0) {
        s = lane < (int)(blockDim.x / warpSize) ? part[lane] : 0.0f;
        s = warpSum(s);
        if (lane == 0) atomicAdd(out, s);
    }
}
