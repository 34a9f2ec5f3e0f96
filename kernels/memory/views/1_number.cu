// Step 1: numbers the elements of a view in its own order, and writes each number where that element is in memory: the view [i, j]
// is the element offset + i * s0 + j * s1.
__global__ void number_view(int* order, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    int i = t / cols, j = t % cols;
    order[offset + i * s0 + j * s1] = t;  //[store]
}
