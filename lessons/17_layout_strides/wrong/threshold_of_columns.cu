// The lanes run along the rows of the view wherever the step s1 is below ten.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    bool by_rows = abs(s1) < 10;
    int i = by_rows ? t / cols : t % rows, j = by_rows ? t % cols : t / rows;
    data[offset + i * s0 + j * s1] *= 2;
}
