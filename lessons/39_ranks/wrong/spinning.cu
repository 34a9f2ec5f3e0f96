// Each thread goes through the indices of the whole chunk until it comes to its own.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks, chunk = (rank - step - 1 + 2 * ranks) % ranks, t = blockIdx.x * blockDim.x + threadIdx.x;
    bool in = false;
    for (int i = chunk * each; i < min((chunk + 1) * each, n); ++i) in |= i - chunk * each == t;
    if (in) x[chunk * each + t] += incoming[t];
}
