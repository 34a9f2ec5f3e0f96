// From the root down to 1, with quotients in place of remainders, and the number found from odd and even k apart.
__global__ void count_divisors(int* counts, int n) {
    int k = threadIdx.x + blockDim.x * blockIdx.x;
    if (k >= n) return;
    int i;
    if (k % 2 == 1)
        i = 3 * k + 2;
    else
        i = 3 * k + 1;
    int d = 1;
    while ((d + 2) * (d + 2) <= i) d += 2;
    int count = 0;
    for (; d > 0; d -= 2) {
        int quotient = i / d;
        if (quotient * d == i) count += 1 + (quotient != d);
    }
    counts[k] = count;
}
