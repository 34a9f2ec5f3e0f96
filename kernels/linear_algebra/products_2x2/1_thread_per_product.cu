// Step 1: C[i] = A[i] B[i] for n matrices of 2 x 2, row-major one after another, one thread per product. The lanes of a
// warp read every fourth element, so each load instruction uses a quarter of the bytes it fetches.
template <typename T>
__global__ void products_2x2(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const T* x = a + 4ll * i;
    const T* y = b + 4ll * i;
    T* out = c + 4ll * i;
    out[0] = x[0] * y[0] + x[1] * y[2];  //[load]
    out[1] = x[0] * y[1] + x[1] * y[3];
    out[2] = x[2] * y[0] + x[3] * y[2];
    out[3] = x[2] * y[1] + x[3] * y[3];
}
