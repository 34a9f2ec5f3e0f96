// Both sides of a pair in an array of two: first all loads, then all stores (the barrier between them does no harm).
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sides[2];
    unsigned middle = n / 2;
    for (int side = 0; side < 2; ++side)
        if (i < middle) sides[side] = a[side == 0 ? i : n - 1 - i];
    __syncthreads();
    for (int side = 0; side < 2; ++side)
        if (i < middle) a[side == 0 ? n - 1 - i : i] = sides[side];
}
