// As many neighbouring elements per access as 16 bytes hold; then those that are left over, at most one per thread.
template <typename T>
__device__ T amplify(T sample, T factor) {
    return sample * factor;
}

template <typename T>
__device__ T clip(T value, T limit) {
    if (value > limit) return limit;
    if (value < -limit) return -limit;
    return value;
}

template <typename T>
struct alignas(16) Some {
    static constexpr int COUNT = 16 / sizeof(T);
    T of[COUNT];
};

template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    constexpr int COUNT = Some<T>::COUNT;
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int k = thread; k < n / COUNT; k += threads) {
        Some<T> samples = reinterpret_cast<const Some<T>*>(x)[k];
        Some<T> factors = reinterpret_cast<const Some<T>*>(gain)[k];
        for (int j = 0; j < COUNT; ++j) samples.of[j] = clip(amplify(samples.of[j], factors.of[j]), limit);
        reinterpret_cast<Some<T>*>(out)[k] = samples;
    }
    int left = n / COUNT * COUNT + thread;
    if (left < n) out[left] = clip(amplify(x[left], gain[left]), limit);
}
