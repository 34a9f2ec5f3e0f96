// A barrier between load and store: it orders the threads of one block, and the partner is in another one.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = i < n ? a[n - 1 - i] : 0;
    __syncthreads();
    if (i < n) a[i] = mine;
}
