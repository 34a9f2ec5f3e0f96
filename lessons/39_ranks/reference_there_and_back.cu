// Ranks 0 and 1 have what rank 0 has sent.
__global__ void reference(const float* outgoing, float* received, int m, int ranks) {
    for (int r = 0; r < min(2, ranks) && ranks > 1; ++r)
        for (int k = 0; k < m; ++k) received[r * m + k] = outgoing[k];
}
