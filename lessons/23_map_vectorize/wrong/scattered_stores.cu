// The loads are coalesced. The stores are not: results pass through shared memory to threads that are far apart.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    __shared__ T s[1024];
    for (int i = first; i - (int)threadIdx.x < n; i += step) {
        int base = i - threadIdx.x;
        if (i < n) {
            T y = x[i] * gain[i];
            s[threadIdx.x] = y > limit ? limit : y < -limit ? -limit : y;
        }
        __syncthreads();
        int rows = blockDim.x / 32, k = threadIdx.x % 32 * rows + threadIdx.x / 32;
        if (base + k < n) out[base + k] = s[k];
        __syncthreads();
    }
}
