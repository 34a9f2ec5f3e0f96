// All lanes are active, and two thirds of them count for numbers that are not asked for.
__global__ void count_divisors(int* counts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int pairs = 0, d = 1;
    for (; d * d < i; d += 2) pairs += i % d == 0;
    int count = 2 * pairs + (d * d == i);
    if (i < 3 * n && i % 2 != 0 && i % 3 != 0) counts[i / 3] = count;
}
