// Loads of 16 bytes, in a grid-stride loop.
template <typename T>
struct alignas(16) Half {
    T v[16 / sizeof(T)];
};
template <typename T>
__global__ void traces(const T* a, const T* b, T* trace, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T v[8];
        for (int k = 0; k < 4; k += 16 / sizeof(T)) {
            *(Half<T>*)&v[k] = *(const Half<T>*)(a + 4 * i + k);
            *(Half<T>*)&v[4 + k] = *(const Half<T>*)(b + 4 * i + k);
        }
        trace[i] = v[0] * v[4] + v[1] * v[6] + v[2] * v[5] + v[3] * v[7];
    }
}
