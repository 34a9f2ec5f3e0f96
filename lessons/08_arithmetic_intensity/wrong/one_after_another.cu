// Four points per thread, one after another: every centre is loaded again for each of them.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        T x = points[i], best = T(3.0e38);
        for (int j = 0; j < m; ++j) best = fmin(best, fabs(x - centres[j]));
        distance[i] = best;
    }
}
