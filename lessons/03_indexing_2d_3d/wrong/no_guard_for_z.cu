// The right frame, without a guard for the threads past the last one.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int frame = blockIdx.z * blockDim.z + threadIdx.z;
    if (col >= cols || row >= rows) return;
    int last = frames - 1 - frame;
    to[(last * rows + row) * cols + col] = from[(frame * rows + row) * cols + col];
}
