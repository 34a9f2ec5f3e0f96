// to[i] is the largest of from[i - 1], from[i] and from[i + 1]. A neighbour that does not exist does not count.
template <typename T>
__global__ void largest_of_three(const T* from, T* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        T left = from[max(i - 1, 0)];
        T here = from[i];
        T right = from[min(i + 1, n - 1)];
        T larger = left > here ? left : here;
        to[i] = right > larger ? right : larger;
    }
}
