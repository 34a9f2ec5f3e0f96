// Step 1: one thread per element of c. Lane l reads the element l * stride + shift of a: the stride decides how many sectors
// the 32 addresses of a warp are in, and the shift where in a sector the first of them is.
template <typename T>
__global__ void strided(const T* a, T* c, int n, int stride, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = a[i * stride + shift];  //[load]
}
