//! launch: grid=1 block=64
//! options: trace=full order=all
//! argument: i32[512]:iota
//! argument: i32[64]:zeros
//! argument: i32[64]:zeros
//! argument: i32[64]:zeros
//! result: 1 = 2016 2016
//! result: 2 = 1 3 5
//! result: 3 = 0 1 2
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
__global__ void staged(const int* in, int* sums, int* pairs, int* copies) {
    constexpr int stages = 2;
    __shared__ int buffer[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int batch = 0, fetch = 0; batch < 8; ++batch) {
        for (; fetch < 8 && fetch < batch + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[fetch % stages], in + fetch * 64, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        for (int i = 0; i < 64; ++i) sum += batch == 0 ? buffer[batch % stages][i] : 0;
        pipe.consumer_release();
    }
    sums[threadIdx.x] = sum;

    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, 64);
    block.sync();
    cuda::memcpy_async(block, buffer[0], in, cuda::aligned_size_t<16>(sizeof(int) * 64), bar);
    bar.arrive_and_wait();
    pairs[threadIdx.x] = threadIdx.x < 32 ? buffer[0][2 * threadIdx.x] + 1 : 0;
    block.sync();
    __pipeline_memcpy_async(&buffer[1][threadIdx.x], in + threadIdx.x, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    copies[threadIdx.x] = buffer[1][threadIdx.x];
}
