// One step of a ring: add the chunk that has come from the left neighbour to this rank's own. x has n elements in `ranks` chunks.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks;
    // TODO: this adds to the first chunk in every step. Which chunk comes from the left in this step, and where does it end?
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < each) x[i] += incoming[i];
}
