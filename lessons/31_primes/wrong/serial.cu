// One thread counts for all numbers.
__global__ void count_divisors(int* counts, int n) {
    if (blockIdx.x + threadIdx.x > 0) return;
    for (int k = 0; k < n; ++k) {
        int i = 3 * k + 1 + k % 2, count = 0;
        for (int d = 1; d * d <= i; d += 2)
            if (i % d == 0) count += d * d == i ? 1 : 2;
        counts[k] = count;
    }
}
