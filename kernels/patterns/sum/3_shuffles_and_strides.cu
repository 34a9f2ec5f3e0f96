// Step 3: removes most barriers, most of the shared-memory traffic and most blocks. Each thread first sums its share in a
// grid-stride loop, with 16-byte loads and four of them in flight at once; then the lanes of each warp add up by shuffles,
// and the warps of a block once through shared memory. A few blocks per multiprocessor are enough, and each makes one
// atomic addition.
constexpr int THREADS = 256;  // per block
constexpr int AT_ONCE = 4;    // loads in flight per thread

__device__ float sum_of_warp(float value) {
    for (int away = 16; away > 0; away /= 2) value += __shfl_down_sync(0xffffffffu, value, away);
    return value;
}

__device__ float sum_of_four(float4 v) { return (v.x + v.y) + (v.z + v.w); }

__global__ void __launch_bounds__(THREADS) sum_by_shuffles(const float* a, float* total, int n) {
    __shared__ float of_warps[THREADS / 32];
    const float4* fours = reinterpret_cast<const float4*>(a);
    long long count = n / 4, stride = (long long)gridDim.x * THREADS;
    long long i = (long long)blockIdx.x * THREADS + threadIdx.x;
    float parts[AT_ONCE] = {};
    for (; i + (AT_ONCE - 1) * stride < count; i += AT_ONCE * stride) {
        float4 read[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; ++k) read[k] = fours[i + k * stride];
#pragma unroll
        for (int k = 0; k < AT_ONCE; ++k) parts[k] += sum_of_four(read[k]);
    }
    for (; i < count; i += stride) parts[0] += sum_of_four(fours[i]);
    // the last one to three elements
    if (blockIdx.x == 0 && threadIdx.x < n % 4) parts[0] += a[count * 4 + threadIdx.x];

    float mine = sum_of_warp((parts[0] + parts[1]) + (parts[2] + parts[3]));
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    float of_block = sum_of_warp(threadIdx.x < THREADS / 32 ? of_warps[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) atomicAdd(total, of_block);
}
