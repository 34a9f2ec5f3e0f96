// Four points per thread, and each centre is loaded once, but only 64 of them are kept.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    T kept[64];
    for (int j = 0; j < 64 && j < m; ++j) kept[j] = centres[j];
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        if (i >= n) break;
        T x = points[i], best = T(3.0e38);
        for (int j = 0; j < 64 && j < m; ++j) best = fmin(best, fabs(x - kept[j]));
        distance[i] = best;
    }
}
