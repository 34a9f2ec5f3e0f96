// Step 1: total[0] += a[0] + ... + a[n - 1], with one thread and one atomic addition per element. All additions go to one
// address, where they are done one after another.
__global__ void sum(const float* a, float* total, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(total, a[i]);
}
