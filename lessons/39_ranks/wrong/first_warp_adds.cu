__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks, chunk = (rank - step - 1 + 2 * ranks) % ranks;
    __shared__ float s[1024];
    int base = blockIdx.x * blockDim.x;
    if (threadIdx.x < 32)
        for (int q = threadIdx.x; q < blockDim.x && base + q < each && chunk * each + base + q < n; q += 32)
            s[q] = x[chunk * each + base + q] + incoming[base + q];
    __syncthreads();
    int l = base + threadIdx.x;
    if (l < each && chunk * each + l < n) x[chunk * each + l] = s[threadIdx.x];
}
