// The distance from each point to its nearest centre. The grid has one thread for every four points.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        x[k] = i < n ? points[i] : T(0);
        best[k] = T(3.0e38);  // larger than any distance
    }
    for (int j = 0; j < m; ++j) {
        T centre = centres[j];
        for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - centre));
    }
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        if (i < n) distance[i] = best[k];
    }
}
