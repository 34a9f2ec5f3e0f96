// The first threads load the left side of the halo, the last ones the right side; the sum is in a lambda.
template <typename T>
__global__ void window_sum(const T* a, T* c, int n, int radius) {
    __shared__ T tile[1024 + 16];
    int threads = blockDim.x, x = threadIdx.x, i = blockIdx.x * threads + x;
    auto load = [&](int k) -> T {
        if (k < 0 || k >= n) return T(0);
        return a[k];
    };
    if (x < radius) tile[x] = load(i - radius);
    tile[radius + x] = load(i);
    if (x >= threads - radius) tile[2 * radius + x] = load(i + radius);
    __syncthreads();
    if (i >= n) return;
    T sum = T(0);
    for (const T* from = tile + x; from <= tile + x + 2 * radius; ++from) sum += *from;
    c[i] = sum;
}
