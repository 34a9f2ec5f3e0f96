// Two maps, with an array of the thread in between: it has room for 64 samples, and a thread may have more.
template <typename T>
__device__ T amplify(T sample, T factor) {
    return sample * factor;
}

template <typename T>
__device__ T clip(T value, T limit) {
    if (value > limit) return limit;
    if (value < -limit) return -limit;
    return value;
}

template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    T kept[64];
    for (int k = 0, i = first; k < 64 && i < n; ++k, i += step) kept[k] = amplify(x[i], gain[i]);
    for (int k = 0, i = first; k < 64 && i < n; ++k, i += step) out[i] = clip(kept[k], limit);
}
