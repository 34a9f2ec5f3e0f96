// counts[k] = how many divisors the odd number 2 k + 1 has, one thread per odd number.
__global__ void divisors_of_odd(int* counts, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * k + 1;
    if (k >= n) return;
    int pairs = 0, d = 1;
    for (; d * d < i; d += 2)  //[line]
        pairs += i % d == 0;
    counts[k] = 2 * pairs + (d * d == i);
}
