// f64 and others: one point after another, each centre loaded four times, twice over.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    if constexpr (sizeof(T) == 8) {
        for (int i = first; i < n; i += threads) {
            T best = T(3.0e38);
            for (int j = 0; j < m; ++j) best = fmin(best, fabs(points[i] - centres[j]));
            distance[i] = best;
        }
        return;
    }
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) x[k] = first + k * threads < n ? points[first + k * threads] : T(0), best[k] = T(3.0e38);
    for (int j = 0; j < m; ++j) {
        T centre = centres[j];
        for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - centre));
    }
    for (int k = 0; k < 4; ++k) if (first + k * threads < n) distance[first + k * threads] = best[k];
}
