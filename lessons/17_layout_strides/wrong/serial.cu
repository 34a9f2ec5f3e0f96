// One thread does all the work.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    if (blockIdx.x + threadIdx.x > 0) return;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) data[offset + i * s0 + j * s1] *= 2;
}
