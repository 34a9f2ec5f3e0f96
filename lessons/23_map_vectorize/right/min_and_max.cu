// One expression with references; min and max are written out.
template <typename T>
__device__ T smaller(T a, T b) {
    return b < a ? b : a;
}
template <typename T>
__device__ T larger(T a, T b) {
    return b > a ? b : a;
}

template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const T &sample = x[i], &factor = gain[i];
        T& to = out[i];
        to = smaller(larger(sample * factor, -limit), limit);
    }
}
