// Counts on from three below the largest value of T. The sum is computed in unsigned 64-bit arithmetic, which C++ defines to start
// again at 0, and the conversion to T keeps its lowest bits. (A signed sum that overflows would be undefined behaviour.)
template <typename T>
__device__ unsigned long long largest() {
    unsigned long long ones = ~0ull >> (64 - 8 * sizeof(T));
    bool is_signed = T(-1) < T(1);
    return is_signed ? ones >> 1 : ones;
}

template <typename T>
__global__ void count_on(T* value, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long count = largest<T>() - 3 + i;  //[count]
    value[i] = T(count);  //[keep]
}
