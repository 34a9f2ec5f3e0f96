// The distance from each point to its nearest centre. The grid has one thread for every four points.
template <typename T>
__global__ void nearest_of_four(const T* points, const T* centres, T* distance, int n, int m) {
    // TODO: this thread handles one point. Let it handle four, and use each centre that it loads for all of them.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T x = points[i], best = T(3.0e38);  // larger than any distance
    for (int j = 0; j < m; ++j) best = fmin(best, fabs(x - centres[j]));  //[loop]
    distance[i] = best;
}
