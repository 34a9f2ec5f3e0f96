// The lanes run along the longer axis, which need not be the one with the smaller step.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    bool by_rows = cols >= rows;
    int i = by_rows ? t / cols : t % rows;
    int j = by_rows ? t % cols : t / rows;
    float& element = data[offset + i * s0 + j * s1];
    element = 2 * element;
}
