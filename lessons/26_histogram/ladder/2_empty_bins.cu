// Each block counts in bins of its own, and merges those that are not empty into counts.
constexpr int BINS = 256;

__global__ void histogram_strided(const unsigned char* a, int* counts, int n) {
    __shared__ int own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[a[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        if (own[b] > 0) atomicAdd(&counts[b], own[b]);  //[line]
    }
}
