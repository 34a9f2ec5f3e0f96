// One step of a ring: add the chunk that has come from the left neighbour to this rank's own. x has n elements in `ranks` chunks.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks;
    int chunk = (rank - step - 1 + 2 * ranks) % ranks;
    for (int k = threadIdx.x; k < each; k += blockDim.x)  // every block adds the whole chunk
        if (chunk * each + k < n) x[chunk * each + k] += incoming[k];
}
