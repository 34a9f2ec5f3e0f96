// A rank's share of the sum of two arrays. Of n elements in all, each rank has the same number, the last one fewer.
__global__ void add_share(const float* left, const float* right, float* sums, int n, int rank, int ranks) {
    int each = (n + ranks - 1) / ranks;
    int local = blockIdx.x * blockDim.x + threadIdx.x;
    if (local < each && rank * each + local < n) sums[local] = left[local] + right[local];
}
