// Step 3: removes the divisors that are not prime, and the divisions. The block first lists the primes up to the square
// root of its largest number in shared memory. An odd number is a multiple of an odd d exactly when its product with the
// inverse of d (modulo 2^32) is at most (2^32 - 1) / d: one multiplication and one comparison instead of a division of
// about twenty instructions.
// n <= 2^24: the list then holds the 563 odd primes below 4096.
constexpr int MOST_ROOT = 4096, MOST_PRIMES = 576;
constexpr int PER_THREAD = 2;  // odd numbers per thread

__device__ bool has_no_odd_divisor(int number) {
    for (int d = 3; d * d <= number; d += 2)
        if (number % d == 0) return false;
    return true;
}

// The number whose product with odd d is 1 modulo 2^32: each Newton step doubles the number of correct bits, and d itself has three.
__device__ unsigned inverse_of(unsigned d) {
    unsigned x = d;
    for (int step = 0; step < 4; ++step) x *= 2 - d * x;
    return x;
}

__global__ void primes_prime_divisors(unsigned char* prime, int n) {
    __shared__ unsigned char is_prime[MOST_ROOT / 2];  // of 2 i + 1
    __shared__ uint2 divisors[MOST_PRIMES];            // inverse and largest quotient
    __shared__ int count;
    int first = blockIdx.x * blockDim.x * PER_THREAD * 2;  // of the block's numbers
    int last = min(n, first + (int)blockDim.x * PER_THREAD * 2) - 1;
    int root = sqrtf(last);
    if (root * root > last) --root;

    for (int i = threadIdx.x; 2 * i + 1 <= root; i += blockDim.x) is_prime[i] = i > 0 && has_no_odd_divisor(2 * i + 1);
    __syncthreads();
    if (threadIdx.x < 32) {  // one warp lists them, 32 candidates at a time, in increasing order: small ones rule out the most numbers
        int listed = 0;
        for (int start = 0; 2 * start + 1 <= root; start += 32) {
            int i = start + threadIdx.x;
            bool mine = 2 * i + 1 <= root && is_prime[i];
            unsigned all = __ballot_sync(0xffffffffu, mine);
            unsigned d = 2 * i + 1;
            if (mine) divisors[listed + __popc(all & ((1u << threadIdx.x) - 1))] = make_uint2(inverse_of(d), 0xffffffffu / d);
            listed += __popc(all);
        }
        if (threadIdx.x == 0) count = listed;
    }
    __syncthreads();

    for (int part = 0; part < PER_THREAD; ++part) {
        int even = first + 2 * (part * (int)blockDim.x + (int)threadIdx.x);
        if (even >= n) return;
        unsigned odd = even + 1;
        bool found = odd > 1;
        for (int k = 0; found && k < count; ++k) {
            uint2 d = divisors[k];
            unsigned quotient = odd * d.x;
            found = quotient > d.y || quotient == 1;  // a number divides itself
        }
        prime[even] = even == 2;
        if (odd < n) prime[odd] = found;
    }
}
