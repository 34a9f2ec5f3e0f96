// The distance from each point to its nearest centre. The grid has one thread for every four points.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first >= n) return;
    const int count = min(4, n - first);
    T x[4] = {}, best[4];
    for (int k = 0; k < count; ++k) x[k] = points[first + k];
    for (T& b : best) b = T(3.0e38);  // larger than any distance
    for (const T* c = centres; c != centres + m; ++c) {
        const T& centre = *c;
        for (int k = 0; k < 4; ++k) {
            T d = x[k] < centre ? centre - x[k] : x[k] - centre;
            if (d < best[k]) best[k] = d;
        }
    }
    for (int k = 0; k < count; ++k) distance[first + k] = best[k];
}
