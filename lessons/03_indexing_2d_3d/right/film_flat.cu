// Play a film backwards: its last frame becomes the first. The frames are stored one after another, each row by row.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int col = blockIdx.x * 16 + threadIdx.x;
    int row = blockIdx.y * 4 + threadIdx.y;
    int frame = blockIdx.z * 4 + threadIdx.z;
    if (col >= cols) return;
    if (row >= rows) return;
    if (frame >= frames) return;
    int pixels = rows * cols, place = row * cols + col;
    int i = frame * pixels + place;
    const float& pixel = from[i];
    to[frames * pixels - (frame + 1) * pixels + place] = pixel;
}
