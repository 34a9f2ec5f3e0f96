// The threads with z = 0 loop over all frames, and all other threads do nothing.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= cols || row >= rows || blockIdx.z > 0 || threadIdx.z > 0) return;
    for (int frame = 0; frame < frames; ++frame)
        to[((frames - 1 - frame) * rows + row) * cols + col] = from[(frame * rows + row) * cols + col];
}
