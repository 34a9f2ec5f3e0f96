// Centres in shared memory: few loads from global memory, but four loads of each centre from shared memory, one per point.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    __shared__ T kept[1024];
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    T best[4] = {T(3.0e38), T(3.0e38), T(3.0e38), T(3.0e38)};
    for (int start = 0; start < m; start += 1024) {
        int count = min(1024, m - start);
        for (int j = threadIdx.x; j < count; j += blockDim.x) kept[j] = centres[start + j];
        __syncthreads();
        for (int k = 0; k < 4; ++k) {
            int i = first + k * threads;
            if (i >= n) break;
            T x = points[i];
            for (int j = 0; j < count; ++j) best[k] = fmin(best[k], fabs(x - kept[j]));
        }
        __syncthreads();
    }
    for (int k = 0; k < 4; ++k)
        if (first + k * threads < n) distance[first + k * threads] = best[k];
}
