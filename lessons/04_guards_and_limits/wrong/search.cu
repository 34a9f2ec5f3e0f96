// Every thread goes through all elements around its own and takes what is next to it.
template <typename T>
__global__ void largest_of_three(const T* from, T* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T largest = from[i];
    for (int k = max(0, i - 50); k < min(n, i + 50); ++k) {
        T x = from[k];
        if (abs(k - i) <= 1 && x > largest) largest = x;
    }
    to[i] = largest;
}
