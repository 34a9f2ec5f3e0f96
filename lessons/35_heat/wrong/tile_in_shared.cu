// Reads every value from a tile in shared memory, and keeps none in registers.
__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int first = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    __shared__ float tile[34][34];
    int top = blockIdx.y * 32, edge = blockIdx.x * 32;
    for (int y = threadIdx.y; y < 34; y += 4)
        for (int x = threadIdx.x; x < 34; x += 32)
            tile[y][x] = now[min(max(top + y - 1, 0), height - 1) * width + min(max(edge + x - 1, 0), width - 1)];
    __syncthreads();
    if (column >= width) return;
    int x = threadIdx.x + 1;
    for (int row = first; row < min(first + 8, height); ++row) {
        int y = row - top + 1;
        next[row * width + column] = fmaf(rate, (tile[y][x - 1] + tile[y][x + 1]) + (tile[y - 1][x] + tile[y + 1][x]) - 4.0f * tile[y][x], tile[y][x]);
    }
}
