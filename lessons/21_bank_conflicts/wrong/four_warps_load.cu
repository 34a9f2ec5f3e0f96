// Four warps load the tile, and all warps store it.
template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    __shared__ T tile[32][33];
    int bx = blockIdx.x * 32, by = blockIdx.y * 32, x = threadIdx.x, z = threadIdx.y;
    if (z < 4)
        for (int y = z; y < 32; y += 4)
            if (by + y < rows && bx + x < cols) tile[y][x] = a[(by + y) * cols + bx + x];
    __syncthreads();
    if (by + x < rows && bx + z < cols) c[(bx + z) * rows + rows - 1 - by - x] = tile[x][z];
}
