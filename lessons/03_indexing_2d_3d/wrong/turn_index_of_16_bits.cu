// The index of a pixel in 16 bits: enough for 256 by 256.
__global__ void transpose(const float* from, float* to, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= cols || row >= rows) return;
    unsigned short put = col * rows + row, get = row * cols + col;
    to[put] = from[get];
}
