// The sums of pairs: halves[k] = a[2 * k] + a[2 * k + 1]. If n is odd, the last element stands alone. halves begins as 0.
template <typename T>
__global__ void pairs(const T* a, T* halves, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i < n) halves[i] = a[2 * i] + (2 * i + 1 < n ? a[2 * i + 1] : T(0));  //[line]
}
