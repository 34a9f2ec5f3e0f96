// Doubles the elements of a transposed view in place: s0 is 1, and s1 is the length of a row in memory.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    int i = t % rows, j = t / rows;  //[line]
    float& element = data[offset + i * s0 + j * s1];
    element = 2 * element;
}
