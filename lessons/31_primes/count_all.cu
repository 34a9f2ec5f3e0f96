// counts[k] = how many divisors the odd number 2 k + 1 has. One thread per number, even ones included: they return at once.
__global__ void divisors_of_odd(int* counts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 2 * n || i % 2 == 0) return;  //[guard]
    int pairs = 0, d = 1;
    for (; d * d < i; d += 2) pairs += i % d == 0;  //[count]
    counts[i / 2] = 2 * pairs + (d * d == i);  //[store]
}
