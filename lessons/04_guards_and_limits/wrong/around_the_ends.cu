// The neighbour of the first element is the last one, and the other way round, as on a ring.
template <typename T>
__global__ void largest_of_three(const T* from, T* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T largest = from[i];
    if (from[(i + n - 1) % n] > largest) largest = from[(i + n - 1) % n];
    if (from[(i + 1) % n] > largest) largest = from[(i + 1) % n];
    to[i] = largest;
}
