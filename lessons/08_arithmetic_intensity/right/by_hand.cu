// The distance from each point to its nearest centre. The grid has one thread for every four points.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    const int threads = gridDim.x * blockDim.x;
    const int i0 = blockIdx.x * blockDim.x + threadIdx.x, i1 = i0 + threads, i2 = i1 + threads, i3 = i2 + threads;
    const T x0 = points[min(i0, n - 1)], x1 = points[min(i1, n - 1)];
    const T x2 = points[min(i2, n - 1)], x3 = points[min(i3, n - 1)];
    T b0 = fabs(x0 - centres[0]), b1 = fabs(x1 - centres[0]), b2 = fabs(x2 - centres[0]), b3 = fabs(x3 - centres[0]);
    for (int j = 1; j < m; ++j) {
        b0 = fmin(b0, fabs(x0 - centres[j]));
        b1 = fmin(b1, fabs(x1 - centres[j]));
        b2 = fmin(b2, fabs(x2 - centres[j]));
        b3 = fmin(b3, fabs(x3 - centres[j]));
    }
    if (i0 < n) distance[i0] = b0;
    if (i1 < n) distance[i1] = b1;
    if (i2 < n) distance[i2] = b2;
    if (i3 < n) distance[i3] = b3;
}
