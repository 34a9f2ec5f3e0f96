// The reference of nearest_of_four: one thread, point by point.
template <typename T>
__global__ void reference(const T* points, const T* centres, T* distance, int n, int m) {
    for (int i = 0; i < n; ++i) {
        T best = T(3.0e38);
        for (int j = 0; j < m; ++j) best = fmin(best, fabs(points[i] - centres[j]));
        distance[i] = best;
    }
}
