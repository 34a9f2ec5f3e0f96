// A thread per element for f64, and one thread for every other dtype.
template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (sizeof(T) == 8) {
        if (i < n) a[i] += T(1);
    } else if (i == 0) {
        for (int k = 0; k < n; ++k) a[k] += T(1);
    }
}
