// One thread does all the work.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z > 0) return;
    int pixels = rows * cols;
    for (int frame = 0; frame < frames; ++frame)
        for (int i = 0; i < pixels; ++i) to[(frames - 1 - frame) * pixels + i] = from[frame * pixels + i];
}
