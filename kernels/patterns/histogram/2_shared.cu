// Step 2: moves the counting to shared memory. Each block has bins of its own, and adds them to those in global memory at the end.
constexpr int BINS = 256;

__global__ void histogram_shared(const unsigned char* a, int* counts, int n) {
    __shared__ int own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) own[b] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&own[a[i]], 1);  //[count]
    __syncthreads();
    //[merge]
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&counts[b], own[b]);  //[add]
    //[/merge]
}
