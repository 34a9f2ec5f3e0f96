// The reference: how many divisors the first n odd numbers have. Each divisor is marked in all of its odd multiples.
__global__ void reference(int* counts, int n) {
    for (int k = 0; k < n; ++k) counts[k] = 0;
    for (int d = 1; d < 2 * n; d += 2)
        for (int i = d; i < 2 * n; i += 2 * d) ++counts[i / 2];
}
