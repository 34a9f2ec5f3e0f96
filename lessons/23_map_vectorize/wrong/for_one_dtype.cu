// Two maps for f64.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    auto clip = [=](T v) { return v > limit ? limit : v < -limit ? -limit : v; };
    if constexpr (sizeof(T) == 8) {
        for (int i = first; i < n; i += step) out[i] = x[i] * gain[i];
        for (int i = first; i < n; i += step) out[i] = clip(out[i]);
    } else
        for (int i = first; i < n; i += step) out[i] = clip(x[i] * gain[i]);
}
