// Two maps: out[i] = x[i] * gain[i], and then every element is clipped to -limit to limit.
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
    for (int i = first; i < n; i += step) out[i] = clip(amplify(x[i], gain[i]), limit);
}
