// Divisors in steps of 4 and 2, and a branch for each that divides.
__global__ void count_divisors(int* counts, int n) {
    const unsigned k = threadIdx.x + blockIdx.x * blockDim.x;
    if (k >= n) return;
    const unsigned number = (k & 1 ? 3 * k + 2 : 3 * k + 1);
    int divisors = 0;
    for (unsigned d = 1, step = 4; d * d <= number; d += step, step = 6 - step)
        if (number % d == 0) divisors += d * d == number ? 1 : 2;
    *(counts + k) = divisors;
}
