// Number k from its pair in a group of six, in a grid-stride loop with an early continue.
__global__ void count_divisors(int* counts, int n) {
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
        const int group = k / 2, i = k % 2 == 0 ? 6 * group + 1 : 6 * group + 5;
        int& count = counts[k];
        int below = 0, d = 1;
        for (; d * d < i; d += 2) {
            if (i % d != 0) continue;
            below = below + 1;
        }
        count = 2 * below + (d * d == i);
    }
}
