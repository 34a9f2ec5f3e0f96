// Each centre is read by an atomic that adds 0, once for each point.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        if (i >= n) return;
        T x = points[i], best = T(3.0e38);
        for (int j = 0; j < m; ++j) best = fmin(best, fabs(x - atomicAdd(const_cast<T*>(centres) + j, T(0))));
        distance[i] = best;
    }
}
