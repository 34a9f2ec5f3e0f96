// One step of a ring: add the chunk that has come from the left neighbour to this rank's own. x has n elements in `ranks` chunks.
__global__ void ring_add(float* x, const float* incoming, int n, int rank, int ranks, int step) {
    int each = (n + ranks - 1) / ranks;
    const int chunk = step < rank ? rank - step - 1 : ranks + rank - step - 1;
    float* own = x + chunk * each;
    const int count = min(each, n - chunk * each);
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += gridDim.x * blockDim.x) own[k] += incoming[k];
}
