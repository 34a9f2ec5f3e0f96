// Mirror a picture from left to right, one thread per pixel. x counts columns and y counts rows, so that neighbouring threads
// access neighbouring elements.
__global__ void mirror(const float* from, float* to, int rows, int cols) {
    //[index]
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    //[/index]
    if (col >= cols || row >= rows) return;  //[guard]
    to[row * cols + (cols - 1 - col)] = from[row * cols + col];  //[move]
}
