// The elements of a lie on a ring: each thread moves its element one place to the left, and element 0 goes to the end.
__global__ void ring(const int* a, int* d, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned to = (i + n - 1) % n;  //[line]
    d[to] = a[i];
}
