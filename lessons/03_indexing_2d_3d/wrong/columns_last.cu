// Each pixel has a thread of its own, but within a block the column changes last: the lanes of a warp are spread over 16 rows.
__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {
    int t = threadIdx.x + 16 * (threadIdx.y + 4 * threadIdx.z);
    int col = blockIdx.x * 16 + t / 16;
    int row = blockIdx.y * 4 + t / 4 % 4;
    int frame = blockIdx.z * 4 + t % 4;
    if (col >= cols || row >= rows || frame >= frames) return;
    int last = frames - 1 - frame;
    to[(last * rows + row) * cols + col] = from[(frame * rows + row) * cols + col];
}
