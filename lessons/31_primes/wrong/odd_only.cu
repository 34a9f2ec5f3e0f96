// Maps odd numbers: a third of the lanes still has a multiple of 3 and returns.
__global__ void count_divisors(int* counts, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;
    if (i >= 3 * n || i % 3 == 0) return;
    int pairs = 0, d = 1;
    for (; d * d < i; d += 2) pairs += i % d == 0;
    counts[i / 3] = 2 * pairs + (d * d == i);
}
