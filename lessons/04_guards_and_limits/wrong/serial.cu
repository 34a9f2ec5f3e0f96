// One thread does all the work.
template <typename T>
__global__ void largest_of_three(const T* from, T* to, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        T largest = from[i];
        if (i > 0 && from[i - 1] > largest) largest = from[i - 1];
        if (i + 1 < n && from[i + 1] > largest) largest = from[i + 1];
        to[i] = largest;
    }
}
