// Step 1: one thread and one byte per cell. A living cell with two or three living neighbours survives, and a dead cell
// with three is born. The board is a torus: what leaves at the right edge comes back at the left.
__global__ void life_bytes(const unsigned char* now, unsigned char* next, int width, int height) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) return;
    const unsigned char* above = now + (row > 0 ? row - 1 : height - 1) * width;
    const unsigned char* here = now + row * width;
    const unsigned char* below = now + (row < height - 1 ? row + 1 : 0) * width;
    int left = column > 0 ? column - 1 : width - 1;
    int right = column < width - 1 ? column + 1 : 0;
    //[count]
    int alive = here[column];
    int neighbours = above[left] + above[column] + above[right]
                   + here[left] + here[right]
                   + below[left] + below[column] + below[right];
    next[row * width + column] = neighbours == 3 || (neighbours == 2 && alive == 1);
    //[/count]
}
