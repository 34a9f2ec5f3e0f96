// Play a film backwards: its last frame becomes the first. The frames are stored one after another, each row by row.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int frame = blockIdx.z * blockDim.z + threadIdx.z;
    if (col >= cols || row >= rows || frame >= frames) return;
    int last = frames - 1 - frame;
    to[(last * rows + row) * cols + col] = from[(frame * rows + row) * cols + col];
}
