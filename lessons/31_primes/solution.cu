// counts[k] = how many divisors the k-th number of 1, 5, 7, 11, 13, 17, ... has: those that neither 2 nor 3 divides. There
// are n of them below 3 n, and i / 3 says which one i is. The grid has at least 3 n threads.
__global__ void count_divisors(int* counts, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    int i = 3 * k + 1 + k % 2;
    int pairs = 0, d = 1;
    for (; d * d < i; d += 2) pairs += i % d == 0;
    counts[k] = 2 * pairs + (d * d == i);
}
