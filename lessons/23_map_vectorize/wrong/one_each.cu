// No loop: right only if there is a thread for each element.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T value = x[i] * gain[i];
    out[i] = value > limit ? limit : value < -limit ? -limit : value;
}
