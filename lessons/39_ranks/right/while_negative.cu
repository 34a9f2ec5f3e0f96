__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    unsigned each = (n - 1) / ranks + 1;
    int chunk = rank - 1 - step;
    while (chunk < 0) chunk += ranks;
    for (unsigned l = blockIdx.x * blockDim.x + threadIdx.x; l < each; l += gridDim.x * blockDim.x)
        if (unsigned i = each * chunk + l; i < n) {
            float& to = x[i];
            to += incoming[l];
        }
}
