// Doubles all elements of a view in place. The view has rows x cols elements; [i, j] is the element offset + i * s0 + j * s1.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    // TODO: neighbouring threads take neighbouring columns. Are these neighbours in memory, whatever the strides are?
    int i = t / cols, j = t % cols;
    float& element = data[offset + i * s0 + j * s1];
    element = 2 * element;
}
