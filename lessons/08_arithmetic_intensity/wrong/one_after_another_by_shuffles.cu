// The points one after another: the lanes pass the centres on by shuffles, once for each point.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x, lane = threadIdx.x % 32;
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        x[k] = i < n ? points[i] : T(0);
        best[k] = T(3.0e38);
    }
    if (m < 32) {
        for (int j = 0; j < m; ++j) {
            T centre = centres[j];
            for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - centre));
        }
    } else {
        for (int k = 0; k < 4; ++k)
            for (int j = 0; j < m; j += 32) {
                T mine = centres[min(j + lane, m - 1)];
                for (int from = 0; from < 32; ++from) best[k] = fmin(best[k], fabs(x[k] - __shfl_sync(0xffffffffu, mine, from)));
            }
    }
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        if (i < n) distance[i] = best[k];
    }
}
