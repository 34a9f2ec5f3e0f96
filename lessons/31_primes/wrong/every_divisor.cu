// Tries every number up to i, not only up to its root.
__global__ void count_divisors(int* counts, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    int i = 3 * k + 1 + k % 2, count = 0;
    for (int d = 1; d <= i; d += 2) count += i % d == 0;
    counts[k] = count;
}
