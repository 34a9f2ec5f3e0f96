// One thread does it all, fused.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    if (blockIdx.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        T value = x[i] * gain[i];
        out[i] = value > limit ? limit : value < -limit ? -limit : value;
    }
}
