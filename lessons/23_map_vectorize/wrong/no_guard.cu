// The number of rounds is rounded up, without a guard.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    for (int round = 0; round < (n + step - 1) / step; ++round) {
        int i = first + round * step;
        T value = x[i] * gain[i];
        out[i] = value > limit ? limit : value < -limit ? -limit : value;
    }
}
