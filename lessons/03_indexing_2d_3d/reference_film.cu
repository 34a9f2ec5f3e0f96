// The reference of backwards: frame by frame, one thread.
__global__ void reference(const float* from, float* to, int frames, int rows, int cols) {
    int pixels = rows * cols;
    for (int frame = 0; frame < frames; ++frame)
        for (int i = 0; i < pixels; ++i) to[(frames - 1 - frame) * pixels + i] = from[frame * pixels + i];
}
