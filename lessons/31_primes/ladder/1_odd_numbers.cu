// counts[k] = how many divisors the odd number 2 k + 1 has. The grid has at least 2 n threads.
__global__ void divisors_of_odd(int* counts, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int i = 2 * thread + 1;  //[line]
    if (i >= 2 * n || i % 2 == 0) return;
    int pairs = 0, d = 1;
    for (; d * d < i; d += 2) pairs += i % d == 0;
    counts[i / 2] = 2 * pairs + (d * d == i);
}
