//! launch: grid=1 block=32
//! argument: f32[32]:iota
//! argument: f32[32]:zeros
//! argument: i32[32]:zeros
//! result: 0 = 31 31 31 31
//! result: 1 = 16 16 16 16
//! result: 2 = 36 137 238 339
// What is not a number travels in words: a structure, a vector, nine bytes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
struct Largest { float value, count; };
struct Bytes { signed char of[9]; };
__global__ void k(float* a, float* b, int* c) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    Largest mine{a[threadIdx.x], 1.0f};
    Largest all = cg::reduce(tile, mine, [](Largest x, Largest y) { return x.value > y.value ? x : y; });
    a[threadIdx.x] = all.value;
    auto group = cg::coalesced_threads();
    float4 next = group.shfl(make_float4(threadIdx.x, 2.0f, 3.0f, 4.0f * threadIdx.x), 3);
    b[threadIdx.x] = next.x + next.w + 1.0f;
    Bytes bytes;
    for (int i = 0; i < 9; ++i) bytes.of[i] = (signed char)(i + threadIdx.x);
    Bytes other = tile.shfl_xor(bytes, 0);
    int sum = 0;
    for (int i = 0; i < 9; ++i) sum += other.of[i] - (int)threadIdx.x;
    c[threadIdx.x] = sum + 100 * threadIdx.x + tile.shfl((short)threadIdx.x, (int)threadIdx.x);
}
