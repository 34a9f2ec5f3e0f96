// Step 1: one thread an element. Neighbouring threads read neighbouring elements; the grid must grow with n.
template <typename T>
__global__ void vector_add(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = a[i] + b[i];  //[add]
}
