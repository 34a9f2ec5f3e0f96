// Neighbouring threads take neighbouring rows: right for a transposed view, and only for that.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= rows * cols) return;
    data[offset + t % rows * s0 + t / rows * s1] *= 2;
}
