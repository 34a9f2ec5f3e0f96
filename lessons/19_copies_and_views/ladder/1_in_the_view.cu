// Doubles every step-th element of a in place. Thread k has element k of the view.
__global__ void double_view(float* a, int n, int step) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k * step >= n) return;
    float& element = a[k * step];  //[line]
    element = 2 * element;
}
