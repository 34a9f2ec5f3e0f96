// All lanes are active, most for nothing, and the results go through shared memory so that neighbouring lanes store them.
__global__ void count_divisors(int* counts, int n) {
    __shared__ int found[1024];
    int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    int pairs = 0, d = 1;
    for (; d * d < i; d += 2) pairs += i % d == 0;
    found[threadIdx.x] = 2 * pairs + (d * d == i);
    __syncthreads();
    int k = first / 3 + threadIdx.x, number = 3 * k + 1 + k % 2;
    if (number >= first && number < first + (int)blockDim.x && k < n) counts[k] = found[number - first];
}
