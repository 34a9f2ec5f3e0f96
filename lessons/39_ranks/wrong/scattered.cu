__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks, chunk = (rank - step - 1 + 2 * ranks) % ranks;
    int t = blockIdx.x * blockDim.x + threadIdx.x, rows = (each + 31) / 32, l = t % 32 * rows + t / 32;
    if (t / 32 < rows && l < each && chunk * each + l < n) x[chunk * each + l] += incoming[l];
}
