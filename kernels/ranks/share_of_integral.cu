// A rank's share of the integral of cos over 0..1. Of n midpoints in all, it has those from first to last - 1.
__global__ void share_of_integral(double* part, int n, int rank, int ranks) {
    int each = (n + ranks - 1) / ranks;
    int first = rank * each;  //[first]
    int last = min(n, first + each);
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    double value = 0;
    if (i < last) value = cos((i + 0.5) / n) / n;  //[value]
    for (int away = 16; away > 0; away /= 2) value += __shfl_down_sync(0xffffffffu, value, away);
    if (threadIdx.x % 32 == 0) atomicAdd(part, value);
}
