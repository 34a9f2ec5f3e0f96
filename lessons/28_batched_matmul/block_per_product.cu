// C[i] = A[i] B[i] for n matrices of edge x edge: one block per product, one thread per element of it.
__global__ void product_per_block(const float* a, const float* b, float* c, int n, int edge) {
    int size = edge * edge;
    int i = blockIdx.x;
    for (int element = threadIdx.x; element < size; element += blockDim.x) {
        int row = element / edge, column = element % edge;
        float sum = 0;
        for (int k = 0; k < edge; ++k) sum = fmaf(a[i * size + row * edge + k], b[i * size + k * edge + column], sum);
        c[i * size + element] = sum;  //[store]
    }
}
