// Cool the cups first .. first + count - 1 of n for `rounds` steps towards a room of 20 degrees.
template <typename T>
__global__ void cool_chunk(const T* a, T* c, int n, int first, int count, int rounds) {
    const int end = min(n, first + count);
    const int i = first + int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < end) {
        T warm = a[i];
        for (int left = rounds; left > 0; --left) warm += (20 - warm) * T(0.01);
        c[i] = warm;
    }
}
