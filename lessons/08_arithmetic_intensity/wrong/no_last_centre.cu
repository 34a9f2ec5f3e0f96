// Four centres at a time: of a number that is not a multiple of four, the last ones are left out.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    T x[4], best[4];
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        x[k] = i < n ? points[i] : T(0);
        best[k] = T(3.0e38);
    }
    for (int j = 0; j + 4 <= m || j == 0; j += 4)
        for (int c = 0; c < 4 && c < m; ++c) {
            T centre = centres[j + c];
            for (int k = 0; k < 4; ++k) best[k] = fmin(best[k], fabs(x[k] - centre));
        }
    for (int k = 0; k < 4; ++k) {
        int i = first + k * threads;
        if (i < n) distance[i] = best[k];
    }
}
