// The distance from each point to its nearest centre. The grid has one thread for every four points.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    __shared__ T tile[1024];
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        x[k] = i < n ? points[i] : T(0);
        best[k] = T(3.0e38);
    }
    for (int start = 0; start < m; start += blockDim.x) {
        int count = min(int(blockDim.x), m - start);
        if (threadIdx.x < count) tile[threadIdx.x] = centres[start + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; ++j)
            for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - tile[j]));
        __syncthreads();
    }
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        if (i < n) distance[i] = best[k];
    }
}
