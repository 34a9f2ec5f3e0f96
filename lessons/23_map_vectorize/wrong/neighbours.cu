// Fused, but a thread has a stretch of neighbours, so the lanes of a warp are far apart.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int threads = gridDim.x * blockDim.x, each = (n + threads - 1) / threads;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each && i < n; ++i) {
        T value = x[i] * gain[i];
        out[i] = value > limit ? limit : value < -limit ? -limit : value;
    }
}
