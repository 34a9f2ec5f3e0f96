// to[i] is the largest of from[i - 1], from[i] and from[i + 1]. A neighbour that does not exist does not count.
template <typename T>
__global__ void largest_of_three(const T* from, T* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T largest = from[i];
    // TODO: not every element has two neighbours. Guard both reads.
    if (from[i - 1] > largest) largest = from[i - 1];
    if (from[i + 1] > largest) largest = from[i + 1];
    to[i] = largest;
}
