// Which chunk does the rank send in each step of a ring? First its own, then the one that it got in the step before.
__global__ void sent_chunk(int* sent, int rank, int ranks) {
    int s = threadIdx.x;
    if (s >= ranks) return;
    int chunk = (rank - s + ranks) % ranks;  //[line]
    sent[s] = chunk;
}
