__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks, chunk = (rank - step - 1 + 2 * ranks) % ranks;
    float* const begin = x + chunk * each;
    const int count = min(each, n - chunk * each), i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < count) begin[i] = incoming[i] + begin[i];
}
