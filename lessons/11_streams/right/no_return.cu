// Threads without a cup compute for nothing, and store nothing.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, i = first + k;
    bool mine = k < count && i < n;
    T w = mine ? a[i] : T(20);
    for (int r = 0; r < rounds; ++r) w += (T(20) - w) * T(0.01);
    if (mine) c[i] = w;
}
