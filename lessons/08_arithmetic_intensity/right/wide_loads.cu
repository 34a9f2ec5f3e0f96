// A load of 16 bytes brings several centres, and each is used for all four points.
template <typename T>
struct alignas(16) Four {
    T v[16 / sizeof(T)];
};
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    constexpr int W = 16 / sizeof(T);
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) {
        x[k] = points[min(first + k * threads, n - 1)];
        best[k] = T(3.0e38);
    }
    int j = 0;
    for (; j + W <= m; j += W) {
        Four<T> c = *reinterpret_cast<const Four<T>*>(centres + j);
        for (int w = 0; w < W; ++w)
            for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - c.v[w]));
    }
    for (; j < m; ++j) {
        T c = centres[j];
        for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - c));
    }
    for (int k = 0; k < 4; ++k)
        if (first + k * threads < n) distance[first + k * threads] = best[k];
}
