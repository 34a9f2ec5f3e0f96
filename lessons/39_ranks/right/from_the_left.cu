// One step of a ring: add the chunk that has come from the left neighbour to this rank's own. x has n elements in `ranks` chunks.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks;
    // What the left neighbour sends in this step: it began with its own chunk.
    const int left = (rank + ranks - 1) % ranks;
    const int chunk = (left + ranks - step) % ranks;
    const int local = blockIdx.x * blockDim.x + threadIdx.x;
    if (local < each) {
        const int i = chunk * each + local;
        if (i < n) {
            const float mine = x[i], theirs = incoming[local];
            x[i] = mine + theirs;
        }
    }
}
