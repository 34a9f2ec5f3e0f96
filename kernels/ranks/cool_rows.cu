// One step of heat in a rank's rows of a plate. Above and below them stands a row of a neighbour: the halo. Nothing leaves the plate at
// its left and right edges.
__global__ void cool_rows(const float* now, float* next, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y + 1;
    if (column >= columns || row > rows) return;
    int here = row * columns + column;
    float left = column > 0 ? now[here - 1] : now[here];
    float right = column + 1 < columns ? now[here + 1] : now[here];
    next[here] = now[here] + 0.2f * (left + right + now[here - columns] + now[here + columns] - 4 * now[here]);
}
