//! entry: all
//! launch: grid=1 block=1
//! options: trace=full session=none
//! argument: i32[8]:zeros
//! result: 0 = 0 8 0
// CUB's scans of a block, against sums in a loop.
#include <cub/block/block_scan.cuh>

struct Running {  // what came before a tile
    int sum;
    __device__ int operator()(int aggregate) {
        const int before = sum;
        sum += aggregate;
        return before;
    }
};
__host__ __device__ int value(int i) { return (i * 37 + 11) % 101 - 50; }

template <int Threads, int Items, cub::BlockScanAlgorithm Algorithm>
__global__ void scans(int* wrong) {
    using Scan = cub::BlockScan<int, Threads, Algorithm>;
    __shared__ typename Scan::TempStorage temp;
    const int t = threadIdx.x;
    int in[Items], inclusive[Items], exclusive[Items], most[Items], later[Items], one, aggregate, all = 0, before = 0;
    for (int i = 0; i < Threads * Items; ++i) all += value(i);
    for (int i = 0; i < t * Items; ++i) before += value(i);
    for (int i = 0; i < Items; ++i) in[i] = value(t * Items + i);
    Scan(temp).InclusiveSum(in, inclusive);
    __syncthreads();
    Scan(temp).ExclusiveSum(in, exclusive, aggregate);
    bool is_right = aggregate == all;
    __syncthreads();
    Scan(temp).ExclusiveScan(in, most, -1000, cub::Max());
    __syncthreads();
    Running running{5};
    Scan(temp).ExclusiveSum(in, later, running);
    __syncthreads();
    Scan(temp).ExclusiveSum(in, later, running);  // the second tile of the same values
    __syncthreads();
    Scan(temp).InclusiveScan(value(t), one, [](int a, int b) { return a + b; });
    int sum = 0, highest = -1000;
    for (int i = 0; i <= t; ++i) sum += value(i);
    is_right &= one == sum;
    for (int i = 0; i < t * Items; ++i) highest = max(highest, value(i));
    for (int i = 0; i < Items; ++i) {
        is_right &= exclusive[i] == before && inclusive[i] == before + in[i] && later[i] == 5 + all + before && most[i] == highest;
        highest = max(highest, in[i]);
        before += in[i];
    }
    if (!is_right) atomicAdd(&wrong[0], 1);
    if (t == 0) {
        atomicAdd(&wrong[1], 1);
        if (running.sum != 5 + 2 * all) atomicAdd(&wrong[2], 1);
    }
}

__global__ void all(int* wrong) {
    scans<32, 1, cub::BLOCK_SCAN_WARP_SCANS><<<1, 32>>>(wrong);
    scans<64, 4, cub::BLOCK_SCAN_WARP_SCANS><<<1, 64>>>(wrong);
    scans<96, 1, cub::BLOCK_SCAN_RAKING><<<1, 96>>>(wrong);
    scans<100, 4, cub::BLOCK_SCAN_RAKING><<<1, 100>>>(wrong);
    scans<128, 1, cub::BLOCK_SCAN_RAKING_MEMOIZE><<<1, 128>>>(wrong);
    scans<128, 4, cub::BLOCK_SCAN_WARP_SCANS><<<1, 128>>>(wrong);
    scans<20, 3, cub::BLOCK_SCAN_RAKING><<<1, 20>>>(wrong);
    scans<256, 2, cub::BLOCK_SCAN_WARP_SCANS><<<1, 256>>>(wrong);
}
