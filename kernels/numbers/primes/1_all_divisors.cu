// Step 1: prime[i] = 1 when i is a prime number, else 0, for i < n: one thread per number, which tries every divisor up to
// the square root. A warp waits for its slowest lane, and every second number is even and done at once.
__global__ void primes(unsigned char* prime, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool found = i > 1;
    for (int d = 2; found && (long long)d * d <= i; ++d) found = i % d != 0;
    prime[i] = found;
}
