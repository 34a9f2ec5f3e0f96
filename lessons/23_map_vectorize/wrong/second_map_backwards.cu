// The second map goes backwards: a thread clips what another one has amplified, or will.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    for (int i = first; i < n; i += step) out[i] = x[i] * gain[i];
    __syncthreads();
    for (int i = n - 1 - first; i >= 0; i -= step) {
        T value = out[i];
        out[i] = value > limit ? limit : value < -limit ? -limit : value;
    }
}
