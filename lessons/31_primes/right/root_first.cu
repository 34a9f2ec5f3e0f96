// The root first, unsigned, in a for loop that ends there.
__global__ void count_divisors(int* counts, int n) {
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) {
        unsigned i = 3 * k + 1 + k % 2, root = sqrtf((float)i), pairs = 0;
        while (root * root > i) --root;
        for (unsigned d = 1; d <= root; d += 2) pairs += i % d == 0;
        counts[k] = 2 * pairs - (root * root == i);
    }
}
