// All blocks handle one point per thread, and block 0 handles what is left.
template <typename T>
__device__ T nearest(T x, const T* centres, int m) {
    T best = T(3.0e38);
    for (int j = 0; j < m; ++j) best = fmin(best, fabs(x - centres[j]));
    return best;
}
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    if (i < n) distance[i] = nearest(points[i], centres, m);
    if (blockIdx.x > 0) return;
    for (int k = threads + threadIdx.x; k < n; k += blockDim.x) distance[k] = nearest(points[k], centres, m);
}
