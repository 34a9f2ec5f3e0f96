// The first warp of each block doubles the elements of all its threads.
__global__ void double_view(float* data, int rows, int cols, int offset, int s0, int s1) {
    bool by_rows = abs(s1) <= abs(s0);
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < (blockIdx.x + 1) * blockDim.x && threadIdx.x < 32; t += 32) {
        if (t >= rows * cols) return;
        int i = by_rows ? t / cols : t % rows, j = by_rows ? t % cols : t / rows;
        data[offset + i * s0 + j * s1] *= 2;
    }
}
