__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks, chunk = (rank - step - 1 + 2 * ranks) % ranks;
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 32; ++k)
        if (threadIdx.x % 32 == k && l < each && chunk * each + l < n) x[chunk * each + l] += incoming[l];
}
