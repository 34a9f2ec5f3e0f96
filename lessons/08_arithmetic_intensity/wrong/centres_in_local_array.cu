// Each thread copies the centres into an array of its own, which holds at most 1,024, and then handles its points one after another.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    T kept[1024];
    for (int j = 0; j < m; ++j) kept[j] = centres[j];
    for (int i = first; i < n; i += threads) {
        T x = points[i], best = T(3.0e38);
        for (int j = 0; j < m; ++j) best = fmin(best, fabs(x - kept[j]));
        distance[i] = best;
    }
}
