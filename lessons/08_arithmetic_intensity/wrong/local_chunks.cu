// The points one after another, from 256 centres at a time in an array of the thread's own.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    T kept[256], best[4], x[4];
    for (int k = 0; k < 4; ++k) best[k] = T(3.0e38), x[k] = first + k * threads < n ? points[first + k * threads] : T(0);
    for (int from = 0; from < m; from += 256) {
        int count = min(256, m - from);
        for (int j = 0; j < count; ++j) kept[j] = centres[from + j];
        for (int k = 0; k < 4; ++k)
            for (int j = 0; j < count; ++j) best[k] = fmin(best[k], fabs(x[k] - kept[j]));
    }
    for (int k = 0; k < 4; ++k)
        if (first + k * threads < n) distance[first + k * threads] = best[k];
}
