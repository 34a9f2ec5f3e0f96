// Names that host code has from nvcc without a header, and arithmetic as g++ compiles it.
// prints: 3 7 4 2.5 8
// prints: 1 0 1.5
// prints: pool 1048576
__noinline__ __global__ void fill(int* a, int value) { a[threadIdx.x] = value; }

int main() {
    const unsigned five = 5;
    printf("%d %ld %u %g %zu\n", min(3, 4), max(7L, 2L), min(4, five), max(2.5f, 1.0), max(sizeof(double), sizeof(char)));
    int wraps = 0;
    for (int i = 65536; i < 65537; ++i) wraps += i * i == 0;
    printf("%d %d %g\n", wraps, abs(-0), fabs(-1.5f));
    cudaMemPool_t pool;
    unsigned long long kept = 1 << 20, is_kept = 0;
    if (cudaDeviceGetDefaultMemPool(&pool, 0) != cudaSuccess) return EXIT_FAILURE;
    if (cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept) != cudaSuccess) return EXIT_FAILURE;
    if (cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &is_kept) != cudaSuccess) return EXIT_FAILURE;
    printf("pool %llu\n", is_kept);
    int* a = nullptr;
    if (cudaMallocFromPoolAsync(&a, 32 * sizeof(int), pool, 0) != cudaSuccess) return EXIT_FAILURE;
    fill<<<1, 32>>>(a, 1);
    if (cudaGetLastError() != cudaSuccess) return EXIT_FAILURE;
    return cudaFreeAsync(a, 0) == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
