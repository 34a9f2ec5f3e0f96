// Every thread loops over all frames, so threads that differ only in z write the same elements.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= cols || row >= rows) return;
    for (int frame = 0; frame < frames; ++frame)
        to[((frames - 1 - frame) * rows + row) * cols + col] = from[(frame * rows + row) * cols + col];
}
