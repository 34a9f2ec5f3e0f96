// The first block does it all; the rest of the grid is idle.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    if (blockIdx.x > 0) return;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        T value = x[i] * gain[i];
        out[i] = value > limit ? limit : value < -limit ? -limit : value;
    }
}
