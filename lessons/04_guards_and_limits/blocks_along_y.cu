// Add one to every element, with the blocks counted along y. The index is right, but y has a lower limit than x.
template <typename T>
__global__ void add_one_along_y(T* a, int n) {
    int i = blockIdx.y * blockDim.x + threadIdx.x;  //[index]
    if (i >= n) return;
    a[i] = a[i] + T(1);
}
