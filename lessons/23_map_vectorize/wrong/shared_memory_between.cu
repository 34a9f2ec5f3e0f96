template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    __shared__ T loud[1024];
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        loud[threadIdx.x] = x[i] * gain[i];
        T& v = loud[threadIdx.x];
        if (v > limit) v = limit;
        if (v < -limit) v = -limit;
        out[i] = v;
    }
}
