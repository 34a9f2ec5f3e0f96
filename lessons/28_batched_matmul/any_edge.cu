// C[i] = A[i] B[i] for n matrices of edge x edge: one thread per product.
__global__ void product_per_thread(const float* a, const float* b, float* c, int n, int edge) {
    int size = edge * edge;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int row = 0; row < edge; ++row)
        for (int column = 0; column < edge; ++column) {
            float sum = 0;
            for (int k = 0; k < edge; ++k) sum = fmaf(a[i * size + row * edge + k], b[i * size + k * edge + column], sum);
            c[i * size + row * edge + column] = sum;
        }
}
