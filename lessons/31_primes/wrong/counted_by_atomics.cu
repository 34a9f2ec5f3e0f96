// Counts in global memory with an atomic per divisor instead of in a register.
__global__ void count_divisors(int* counts, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    int i = 3 * k + 1 + k % 2;
    counts[k] = 0;
    for (int d = 1; d * d <= i; d += 2)
        if (i % d == 0) atomicAdd(&counts[k], d * d == i ? 1 : 2);
}
