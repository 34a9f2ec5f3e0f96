// Wrong on purpose: x counts rows and y counts columns, for a launch in which x was meant to count columns. On a square picture
// the result is right, but neighbouring threads access elements that are a whole row apart.
__global__ void mirror_exchanged(const float* from, float* to, int rows, int cols) {
    //[index]
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    //[/index]
    if (col >= cols || row >= rows) return;
    to[row * cols + (cols - 1 - col)] = from[row * cols + col];
}
