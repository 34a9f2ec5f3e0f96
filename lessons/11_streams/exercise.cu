// Cool the cups first .. first + count - 1 of n for `rounds` steps towards a room of 20 degrees.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    // TODO: these are the first cups of the array. Which cups is this launch for, and where do they end?
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    T warm = a[i];
    for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
    c[i] = warm;
    (void)first, (void)n;
}
