// Handles the points one after another, with several centres per load.
template <typename T> struct alignas(16) Four { T v[16 / sizeof(T)]; };
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    constexpr int W = 16 / sizeof(T);
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        if (i >= n) break;
        T x = points[i], best = T(3.0e38);
        int j = 0;
        for (; j + W <= m; j += W) {
            Four<T> c = *reinterpret_cast<const Four<T>*>(centres + j);
            for (int w = 0; w < W; ++w) best = fmin(best, fabs(x - c.v[w]));
        }
        for (; j < m; ++j) best = fmin(best, fabs(x - centres[j]));
        distance[i] = best;
    }
}
