// A step of heat in two launches: the rows that need nothing from another rank, and the two that need the halo. Nothing leaves the plate
// at its left and right edges.
__device__ float cooled_element(const float* now, int here, int column, int columns) {
    float left = column > 0 ? now[here - 1] : now[here];
    float right = column + 1 < columns ? now[here + 1] : now[here];
    return now[here] + 0.2f * (left + right + now[here - columns] + now[here + columns] - 4 * now[here]);
}

// All rows but the first and the last one. The halo may still be under way.
__global__ void cool_inner_rows(const float* now, float* next, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y + 2;
    if (column >= columns || row >= rows) return;
    int here = row * columns + column;
    next[here] = cooled_element(now, here, column, columns);
}

// The first and the last row.
__global__ void cool_edge_rows(const float* now, float* next, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y == 0 ? 1 : rows;
    if (column >= columns || (blockIdx.y == 1 && rows == 1)) return;
    int here = row * columns + column;
    next[here] = cooled_element(now, here, column, columns);
}
