// Step 2: removes repeated loads. A thread computes a strip of `tall` outputs below each other, whose element of the row is the
// same: it is loaded once and kept in a register.
__global__ void outer_sum_strip(const float* column, const float* row, float* c, int rows, int cols, int tall) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, top = blockIdx.y * tall;
    if (j >= cols) return;
    //[strip]
    float y = row[j];
    for (int i = top; i < top + tall && i < rows; ++i) c[i * cols + j] = column[i] + y;
    //[/strip]
}
