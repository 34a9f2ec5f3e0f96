// The maps in the other order: clipped, then amplified.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T value = x[i] > limit ? limit : x[i] < -limit ? -limit : x[i];
        out[i] = value * gain[i];
    }
}
