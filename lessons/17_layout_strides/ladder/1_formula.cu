// Numbers the elements of a view.
__global__ void number_view(int* order, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    int i = t / cols, j = t % cols;
    int at = offset + i * s0 + j * s1;  //[line]
    order[at] = t;
}
