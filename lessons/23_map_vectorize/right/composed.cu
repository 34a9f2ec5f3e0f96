// A function that composes two functions: the loop knows neither of them.
template <typename First, typename Second>
__device__ auto compose(First first, Second second) {
    return [=](auto... values) { return second(first(values...)); };
}

template <typename T>
__global__ void amplify_and_clip(const T* x, const T* gain, T* out, int n, T limit) {
    auto amplify = [](T sample, T factor) { return sample * factor; };
    auto clip = [limit](T value) {
        if (value < T(0)) return value < -limit ? -limit : value;
        return value > limit ? limit : value;
    };
    auto both = compose(amplify, clip);
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) out[i] = both(x[i], gain[i]);
}
