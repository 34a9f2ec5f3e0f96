// Four neighbouring elements per thread and access; the last three elements at most are done one by one.
__global__ void count_in_bins(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    __shared__ int own[256];
    const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    auto count = [=](int value) {
        int bin = value < low ? 0 : min((value - low) / width, bins - 1);
        atomicAdd(&own[bin], 1);
        return bin;
    };
    for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int k = thread; k < n / 4; k += threads) {
        int4 four = reinterpret_cast<const int4*>(values)[k];
        reinterpret_cast<int4*>(bin_of)[k] = make_int4(count(four.x), count(four.y), count(four.z), count(four.w));
    }
    if (thread < n % 4) bin_of[n / 4 * 4 + thread] = count(values[n / 4 * 4 + thread]);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&heights[b], own[b]);
}
