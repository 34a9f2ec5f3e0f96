// The lanes of a warp load 32 centres and pass them on by shuffles; each is used for four points.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x, lane = threadIdx.x % 32;
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        x[k] = i < n ? points[i] : T(0);
        best[k] = T(3.0e38);
    }
    for (int j = 0; j < m; j += 32) {
        T mine = centres[min(j + lane, m - 1)];
        for (int w = 0; w < 32 && j + w < m; ++w) {
            T c = __shfl_sync(0xffffffffu, mine, w);
            for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - c));
        }
    }
    for (int k = 0; k < 4; ++k)
        if (first + k * threads < n) distance[first + k * threads] = best[k];
}
