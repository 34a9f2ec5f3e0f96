// Even warps load and add for the odd ones, and pass the sums on in shared memory.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    __shared__ float s[1024];
    int each = (n + ranks - 1) / ranks, chunk = (rank - step - 1 + 2 * ranks) % ranks, t = blockIdx.x * blockDim.x + threadIdx.x,
        i = chunk * each + t;
    for (int h = 0; h < 2; ++h) {
        int k = t + 32 * h, j = i + 32 * h;
        if (threadIdx.x / 32 % 2 == 0 && threadIdx.x + 32 * h < blockDim.x && k < each && j < n)
            s[threadIdx.x + 32 * h] = x[j] + incoming[k];
    }
    __syncthreads();
    if (t < each && i < n) x[i] = s[threadIdx.x];
}
