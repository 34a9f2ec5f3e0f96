// Step 3: removes most of the merging. A few blocks count all elements, in a grid-stride loop, so that there are few bins to merge.
constexpr int BINS = 256;

__global__ void histogram_strided(const unsigned char* a, int* counts, int n) {
    __shared__ int own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) own[b] = 0;
    __syncthreads();
    //[loop]
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[a[i]], 1);  //[count]
    //[/loop]
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&counts[b], own[b]);  //[add]
}
