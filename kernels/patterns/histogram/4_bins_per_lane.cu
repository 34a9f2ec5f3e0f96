// Step 4: removes the collisions. Each block has 32 sets of bins. Lane l of every warp counts in set l, which lies in bank l of
// shared memory: the lanes of a warp never add to the same word and never conflict for a bank, whatever the bytes are. A load
// reads 16 bytes and is in flight while the thread counts the 16 before them. Large blocks leave few bins to merge.
constexpr int BINS = 256;
constexpr int THREADS = 1024;  // per block; they share 32 sets of bins, 32 KB

__device__ void count_four(int* own, unsigned bytes) {
#pragma unroll
    for (int k = 0; k < 32; k += 8) atomicAdd(&own[(bytes >> k & 255) * 32 + threadIdx.x % 32], 1);
}

__device__ void count_sixteen(int* own, uint4 bytes) {
    count_four(own, bytes.x);
    count_four(own, bytes.y);
    count_four(own, bytes.z);
    count_four(own, bytes.w);
}

__global__ void __launch_bounds__(THREADS) histogram_per_lane(const unsigned char* a, int* counts, int n) {
    __shared__ int own[BINS * 32];
    const uint4* sixteens = reinterpret_cast<const uint4*>(a);
    int count = n / 16, stride = gridDim.x * THREADS, i = blockIdx.x * THREADS + threadIdx.x;
    uint4 next = {};
    if (i < count) next = __ldcs(&sixteens[i]);
    for (int b = threadIdx.x; b < BINS * 32; b += THREADS) own[b] = 0;
    __syncthreads();
    for (; i < count; i += stride) {
        uint4 now = next;
        if (i + stride < count) next = __ldcs(&sixteens[i + stride]);
        count_sixteen(own, now);
    }
    // the last one to fifteen elements
    if (blockIdx.x == 0 && threadIdx.x < n % 16) atomicAdd(&own[a[count * 16 + threadIdx.x] * 32 + threadIdx.x], 1);
    __syncthreads();
    if (threadIdx.x >= BINS) return;
    // A thread adds up the 32 copies of one bin. Each begins with a different set, so that the threads of a warp use all banks.
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += own[threadIdx.x * 32 + (threadIdx.x + k) % 32];
    atomicAdd(&counts[threadIdx.x], sum);
}
