// The right tests in the wrong order: the neighbour is read before the index is tested.
template <typename T>
__global__ void largest_of_three(const T* from, T* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T largest = from[i];
    if (from[i - 1] > largest && i > 0) largest = from[i - 1];
    if (from[i + 1] > largest && i + 1 < n) largest = from[i + 1];
    to[i] = largest;
}
