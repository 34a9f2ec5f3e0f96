// The first warp of each block computes for all its threads, which then read and write what they find.
__global__ void offsets(const unsigned* row, const unsigned* column, unsigned long long* offset, unsigned pitch, int n) {
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < blockDim.x && first + k < n; k += 32) offset[first + k] = (unsigned long long)row[first + k] * pitch + column[first + k];
    __syncthreads();
    if (first + threadIdx.x < n) offset[first + threadIdx.x] = offset[first + threadIdx.x];
}
