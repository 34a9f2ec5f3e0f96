// Centres in shared memory: few loads from global memory, but four loads of each centre from shared memory, one per point.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    __shared__ T kept[1024];
    for (int j = threadIdx.x; j < m; j += blockDim.x) kept[j] = centres[j];
    __syncthreads();
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        T x = points[i], best = T(3.0e38);
        for (int j = 0; j < m; ++j) best = fmin(best, fabs(x - kept[j]));
        distance[i] = best;
    }
}
