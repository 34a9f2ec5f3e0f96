template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int share = (n + gridDim.x - 1) / gridDim.x, end = min(n, (int)(blockIdx.x + 1) * share);
    for (int i = blockIdx.x * share + threadIdx.x; i < end; i += blockDim.x) out[i] = max(min(x[i] * gain[i], limit), -limit);
}
