// One step of the ring.
__global__ void reference(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks;
    int chunk = (rank - step - 1 + 2 * ranks) % ranks;
    for (int k = 0; k < each; ++k)
        if (chunk * each + k < n) x[chunk * each + k] += incoming[k];
}
