// Play a film backwards: its last frame becomes the first. The frames are stored one after another, each row by row.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    const dim3 at(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                  blockIdx.z * blockDim.z + threadIdx.z);
    if (at.x < cols && at.y < rows && at.z < frames) {
        const float* old_frame = from + at.z * rows * cols;
        float* new_frame = to + (frames - 1 - at.z) * rows * cols;
        new_frame[at.y * cols + at.x] = old_frame[at.y * cols + at.x];
    }
}
