template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        T loud = gain[i] * x[i];
        T& to = out[i];
        to = loud < -limit ? -limit : loud;
        if (loud > limit) to = limit;
        i += gridDim.x * blockDim.x;
    }
}
