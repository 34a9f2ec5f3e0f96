// The root of a square number is counted twice.
__global__ void count_divisors(int* counts, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    int i = 3 * k + 1 + k % 2, count = 0;
    for (int d = 1; d * d <= i; d += 2)
        if (i % d == 0) count += 2;
    counts[k] = count;
}
