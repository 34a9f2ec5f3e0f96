// C[i] = A[i] B[i] for n matrices of 2 x 2: four lanes per product, one thread per element. The grid has 4 n threads.
__global__ void products_by_element(const float* a, const float* b, float* c, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int i = thread / 4, element = thread % 4;
    if (thread >= 4 * n) return;
    int row = element / 2, column = element % 2;
    const float* x = a + 4 * i + 2 * row;
    const float* y = b + 4 * i + column;
    c[4 * i + element] = x[0] * y[0] + x[1] * y[2];
}
