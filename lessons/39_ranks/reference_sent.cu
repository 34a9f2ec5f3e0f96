// The chunk that the rank sends in each step of a ring.
__global__ void reference(int* sent, int rank, int ranks) {
    for (int s = 0; s < ranks; ++s) sent[s] = (rank - s + ranks) % ranks;
}
