// The reference of the kernels that read z of particles, six numbers each.
template <typename T>
__global__ void reference(const T* particles, T* heights, int n) {
    for (int i = 0; i < n; ++i) heights[i] = particles[6 * i + 2];
}
