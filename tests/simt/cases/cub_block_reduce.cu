//! entry: all
//! launch: grid=1 block=1
//! options: trace=full session=none
//! argument: i32[8]:zeros
//! result: 0 = 0 10 0
// CUB's reductions of a block, against sums in a loop: every size of block, one and four items, some valid items, own operators.
#include <cub/cub.cuh>

struct Join {  // does not commute: the first and the last of a run, and its length
    __device__ int3 operator()(int3 a, int3 b) const { return make_int3(a.x, b.y, a.z + b.z); }
};
__host__ __device__ int value(int i) { return (i * 37 + 11) % 101 - 50; }

template <int Threads, cub::BlockReduceAlgorithm Algorithm>
__global__ void reduces(int* wrong) {
    using Reduce = cub::BlockReduce<int, Threads, Algorithm>;
    using Joined = cub::BlockReduce<int3, Threads>;
    __shared__ union {
        typename Reduce::TempStorage reduce;
        typename Joined::TempStorage joined;
    } temp;
    const int t = threadIdx.x, valid = Threads - 7;
    int four[4], sum = 0, sum4 = 0, most = -1000, some = 0, product = -1;
    for (int i = 0; i < 4; ++i) four[i] = value(4 * t + i);
    for (int i = 0; i < Threads; ++i) sum += value(i), most = max(most, value(i)), product ^= 3 * value(i);
    for (int i = 0; i < valid; ++i) some += value(i);
    for (int i = 0; i < 4 * Threads; ++i) sum4 += value(i);
    const int a = Reduce(temp.reduce).Sum(value(t));
    __syncthreads();
    const int b = Reduce(temp.reduce).Sum(four);
    __syncthreads();
    const int c = Reduce(temp.reduce).Reduce(value(t), cub::Max());
    __syncthreads();
    const int d = Reduce(temp.reduce).Sum(value(t), valid);
    __syncthreads();
    const int e = ~Reduce(temp.reduce).Reduce(3 * value(t), [](int x, int y) { return x ^ y; });
    __syncthreads();
    const int3 f = Joined(temp.joined).Reduce(make_int3(t, t, 1), Join());
    if (t == 0) {
        const bool is_right = a == sum && b == sum4 && c == most && d == some && e == product && f.x == 0 && f.y == Threads - 1 && f.z == Threads;
        atomicAdd(&wrong[0], !is_right);
        atomicAdd(&wrong[1], 1);
    }
}

__global__ void all(int* wrong) {
    reduces<32, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, 32>>>(wrong);
    reduces<64, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, 64>>>(wrong);
    reduces<96, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, 96>>>(wrong);
    reduces<100, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, 100>>>(wrong);
    reduces<128, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, 128>>>(wrong);
    reduces<16, cub::BLOCK_REDUCE_RAKING><<<1, 16>>>(wrong);
    reduces<64, cub::BLOCK_REDUCE_RAKING><<<1, 64>>>(wrong);
    reduces<100, cub::BLOCK_REDUCE_RAKING><<<1, 100>>>(wrong);
    reduces<256, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY><<<1, 256>>>(wrong);
    reduces<1024, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, 1024>>>(wrong);
}
