// Backwards, with the loads of two rounds before the first store; pointers in place of indices.
template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    int step = gridDim.x * blockDim.x, i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
    auto clipped = [=](T value) {
        T size = value < T(0) ? -value : value;
        return size <= limit ? value : value < T(0) ? -limit : limit;
    };
    for (; i >= step; i -= 2 * step) {
        const T *px = x + i, *pg = gain + i;
        T one = *px * *pg, other = px[-step] * pg[-step];
        out[i] = clipped(one);
        out[i - step] = clipped(other);
    }
    if (i >= 0) out[i] = clipped(x[i] * gain[i]);
}
