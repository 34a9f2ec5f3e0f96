template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    T loud[4096];
    int k = 0;
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    for (int i = first; i < n; i += step) loud[k++] = x[i] * gain[i];
    k = 0;
    for (int i = first; i < n; i += step) {
        T v = loud[k++];
        out[i] = v > limit ? limit : v < -limit ? -limit : v;
    }
}
