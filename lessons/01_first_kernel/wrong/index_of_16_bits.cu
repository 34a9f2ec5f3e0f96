// The index has 16 bits: right up to 65,536 elements.
template <typename T>
__global__ void add_one(T* a, int n) {
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] + T(1);
}
