// The first warp of each block counts the divisors of all its numbers.
__global__ void count_divisors(int* counts, int n) {
    __shared__ int found[1024];
    int first = blockIdx.x * blockDim.x;
    if (first >= n) return;
    if (threadIdx.x < 32)
        for (int t = threadIdx.x; t < blockDim.x && first + t < n; t += 32) {
            int k = first + t, i = 3 * k + 1 + k % 2, pairs = 0, d = 1;
            for (; d * d < i; d += 2) pairs += i % d == 0;
            found[t] = 2 * pairs + (d * d == i);
        }
    __syncthreads();
    if (first + threadIdx.x < n) counts[first + threadIdx.x] = found[threadIdx.x];
}
