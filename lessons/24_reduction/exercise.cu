// below[i, j] is how far m[i, j] is below the largest element of row i, and largest[0] the largest of all. A block has a row.
constexpr int LEAST = -2147483647 - 1;  // of all numbers of type int

__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int parts[256];
    int j = threadIdx.x;
    int own = j < cols ? m[blockIdx.x * cols + j] : LEAST;
    // TODO: the tree needs a barrier for each level. Let the lanes of a warp pass their values by shuffles.
    parts[j] = own;
    __syncthreads();
    for (int away = 1; away < blockDim.x; away *= 2) {
        int other = j + away < blockDim.x ? parts[j + away] : LEAST;
        __syncthreads();
        parts[j] = max(parts[j], other);
        __syncthreads();
    }
    int peak = parts[0];
    if (j < cols) below[blockIdx.x * cols + j] = peak - own;
    if (j == 0) atomicMax(largest, peak);
}
