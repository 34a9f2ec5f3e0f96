// Step 1: one thread per element. Neighbouring threads access neighbouring elements; the grid must grow with n.
template <typename T>
__global__ void vector_add(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  //[index]
    if (i >= n) return;  //[guard]
    c[i] = a[i] + b[i];  //[add]
}
