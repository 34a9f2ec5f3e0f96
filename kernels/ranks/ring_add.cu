// One step of a ring: the chunk that has come from the left is added to the rank's own. Chunks have `each` elements, the last ones fewer.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks;
    int chunk = (rank - step - 1 + 2 * ranks) % ranks;  //[chunk]
    int local = blockIdx.x * blockDim.x + threadIdx.x;
    int i = chunk * each + local;
    if (local >= each || i >= n) return;
    x[i] += incoming[local];
}
