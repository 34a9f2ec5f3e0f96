// Begins with a distance of 50, which is smaller than some.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) {
        int p = i + k * all;
        x[k] = p < n ? points[p] : T(0);
        best[k] = T(50);
    }
    for (int j = 0; j < m; ++j) {
        T c = centres[j];
        for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - c));
    }
    for (int k = 0; k < 4; ++k)
        if (i + k * all < n) distance[i + k * all] = best[k];
}
