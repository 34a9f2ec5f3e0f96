// Step 1: counts[v] += how often the byte v is in a. One thread and one atomic addition to global memory per element.
__global__ void histogram_global(const unsigned char* a, int* counts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(&counts[a[i]], 1);  //[count]
}
