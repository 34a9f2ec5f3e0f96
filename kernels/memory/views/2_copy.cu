// Step 2: copies a view of any strides into an array of its own, in the order of the view. The stores are coalesced; how far apart
// the lanes read is s1.
__global__ void copy_view(const float* a, float* c, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    int i = t / cols, j = t % cols;
    c[t] = a[offset + i * s0 + j * s1];  //[load]
}
