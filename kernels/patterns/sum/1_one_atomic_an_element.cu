// Step 1: total[0] += a[0] + ... + a[n - 1], one thread and one atomic addition an element. All threads queue for one address.
__global__ void sum(const float* a, float* total, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(total, a[i]);
}
