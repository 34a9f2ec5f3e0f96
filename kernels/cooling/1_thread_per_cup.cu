// Step 1: each cup cools towards a room of 20 degrees, in `rounds` steps of a hundredth of the difference; one thread per
// cup. `rounds` sets how much arithmetic there is for each number that is copied.
template <typename T>
__global__ void cool(const T* a, T* c, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  //[index]
    if (i >= n) return;
    T warm = a[i];
    for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
    c[i] = warm;
}
