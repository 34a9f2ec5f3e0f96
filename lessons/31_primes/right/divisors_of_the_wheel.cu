// Tries only divisors that 2 and 3 do not divide, too: 1, 5, 7, 11, ...
__device__ int number(int k) { return 3 * k + 1 + (k & 1); }

__global__ void count_divisors(int* counts, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    int i = number(k), count = 0;
    for (int at = 0; at <= k; ++at) {
        int d = number(at);
        if (d * d > i) break;
        if (i % d == 0) count += d * d < i ? 2 : 1;
    }
    counts[k] = count;
}
