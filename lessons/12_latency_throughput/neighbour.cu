// Each cup gets the mean of its own temperature and that of the cup to its left. The block keeps its cups in shared memory.
__global__ void neighbour(const float* a, float* c, int n) {
    __shared__ float cups[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    cups[threadIdx.x] = a[i];
    float left = a[i];
    if (threadIdx.x > 0) left = cups[threadIdx.x - 1];
    else if (i > 0) left = a[i - 1];
    c[i] = 0.5f * (left + a[i]);
}
