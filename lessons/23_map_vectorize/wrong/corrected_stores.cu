// Each input is loaded once, but the element is stored before it is clipped, and stored again if it has to be.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    for (int i = first; i < n; i += step) {
        T value = x[i] * gain[i];
        out[i] = value;
        __threadfence();
        if (value > limit) out[i] = limit;
        if (value < -limit) out[i] = -limit;
    }
}
