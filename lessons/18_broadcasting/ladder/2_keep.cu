// Each thread adds its element of the row to `tall` elements of the column.
__global__ void outer_sum_strip(const float* column, const float* row, float* c, int rows, int cols, int tall) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, top = blockIdx.y * tall;
    if (j >= cols) return;
    float y = row[j];  //[line]
    for (int i = top; i < top + tall && i < rows; ++i) c[i * cols + j] = column[i] + y;
}
