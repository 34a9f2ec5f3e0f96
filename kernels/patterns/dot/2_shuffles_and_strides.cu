// Step 2: removes most barriers, most of the shared-memory traffic and most blocks. Each thread first sums its share in a
// grid-stride loop, with 16-byte loads and four of them in flight at once, two per array; then the lanes of each warp add up by
// shuffles, and the warps of a block once through shared memory.
constexpr int THREADS = 256;  // per block
constexpr int AT_ONCE = 2;    // loads in flight per thread and array

__device__ float sum_of_warp(float value) {
    for (int away = 16; away > 0; away /= 2) value += __shfl_down_sync(0xffffffffu, value, away);
    return value;
}

__device__ float dot_of_four(float4 v, float4 w) { return (v.x * w.x + v.y * w.y) + (v.z * w.z + v.w * w.w); }

__global__ void __launch_bounds__(THREADS, 8) dot_by_shuffles(const float* a, const float* b, float* total, int n) {
    __shared__ float of_warps[THREADS / 32];
    const float4* fours_a = reinterpret_cast<const float4*>(a);
    const float4* fours_b = reinterpret_cast<const float4*>(b);
    int count = n / 4, stride = gridDim.x * THREADS, i = blockIdx.x * THREADS + threadIdx.x;
    float parts[AT_ONCE] = {};
    for (; i + (AT_ONCE - 1) * stride < count; i += AT_ONCE * stride) {
        float4 read_a[AT_ONCE], read_b[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; ++k) {
            read_a[k] = fours_a[i + k * stride];
            read_b[k] = fours_b[i + k * stride];
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; ++k) parts[k] += dot_of_four(read_a[k], read_b[k]);
    }
    for (; i < count; i += stride) parts[0] += dot_of_four(fours_a[i], fours_b[i]);
    // the last one to three elements
    if (blockIdx.x == 0 && threadIdx.x < n % 4) parts[0] += a[count * 4 + threadIdx.x] * b[count * 4 + threadIdx.x];

    float mine = sum_of_warp(parts[0] + parts[1]);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    float of_block = sum_of_warp(threadIdx.x < THREADS / 32 ? of_warps[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) atomicAdd(total, of_block);
}
