// Adds one to each pixel that the block would copy, so the picture shows by how many blocks each pixel is loaded.
__global__ void count_loads(int* times, int width, int height, int edge) {
    int side = edge + 4;
    for (int at = threadIdx.x; at < side * side; at += blockDim.x) {
        int row = blockIdx.y * edge - 2 + at / side, column = blockIdx.x * edge - 2 + at % side;
        if (row >= 0 && row < height && column >= 0 && column < width) atomicAdd(&times[row * width + column], 1);
    }
}
