// An atomic in shared memory for each element: they go to one word, one after another.
constexpr int LEAST = -2147483647 - 1;

__global__ void below_the_peak(const int* m, int* below, int* largest, int rows, int cols) {
    __shared__ int peak;
    int j = threadIdx.x;
    if (j == 0) peak = LEAST;
    int own = j < cols ? m[blockIdx.x * cols + j] : LEAST;
    __syncthreads();
    atomicMax(&peak, own);
    __syncthreads();
    if (j < cols) below[blockIdx.x * cols + j] = peak - own;
    if (j == 0) atomicMax(largest, peak);
}
