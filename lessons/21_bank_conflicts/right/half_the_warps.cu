// Half of the warps move two rows each.
template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[32][33];
    int bx = blockIdx.x * 32, by = blockIdx.y * 32, x = threadIdx.x;
    if (threadIdx.y < 16)
        for (int y = threadIdx.y; y < 32; y += 16)
            if (by + y < rows && bx + x < cols) tile[y][x] = a[(by + y) * cols + bx + x];
    __syncthreads();
    if (threadIdx.y < 16)
        for (int y = threadIdx.y; y < 32; y += 16)
            if (by + x < rows && bx + y < cols) c[(bx + y) * rows + rows - 1 - by - x] = tile[x][y];
}
