// Step 2: removes the even numbers and the even divisors. Each thread handles an even number, which takes no time, and the
// odd number after it: all lanes of a warp then have about the same amount of work, and half as much.
__global__ void primes_odd_divisors(unsigned char* prime, int n) {
    int even = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (even >= n) return;
    prime[even] = even == 2;
    int odd = even + 1;
    if (odd >= n) return;
    bool found = odd > 1;
    for (int d = 3; found && (long long)d * d <= odd; d += 2) found = odd % d != 0;
    prime[odd] = found;
}
