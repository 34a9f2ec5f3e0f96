// Play a film backwards: its last frame becomes the first. The frames are stored one after another, each row by row.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int frame = 0;  // TODO: so far, every thread copies in the first frame. Which frame is its own, and where does it go?
    if (col >= cols || row >= rows || frame >= frames) return;
    to[row * cols + col] = from[row * cols + col];
}
