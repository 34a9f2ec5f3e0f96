//! entry: all
//! launch: grid=1 block=1
//! options: trace=full session=none
//! argument: i32[2048]:iota
//! argument: i32[2048]:zeros
//! argument: i32[8]:zeros
//! result: 2 = 0 8
// Loads, stores, exchanges, shuffles, neighbours and histograms of CUB's blocks.
#include <cub/cub.cuh>

template <int Threads, int Items, cub::BlockLoadAlgorithm HowToLoad, cub::BlockStoreAlgorithm HowToStore>
__global__ void moves(const int* in, int* out, int* wrong) {
    using Load = cub::BlockLoad<int, Threads, Items, HowToLoad>;
    using Store = cub::BlockStore<int, Threads, Items, HowToStore>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
    } temp;
    constexpr int n = Threads * Items;
    const int t = threadIdx.x, valid = n - 3;
    int items[Items], some[Items], filled[Items];
    bool is_right = true;
    Load(temp.load).Load(in, items);
    __syncthreads();
    Load(temp.load).Load(in, filled, valid, -5);
    __syncthreads();
    const auto place = [&](int i) { return HowToLoad == cub::BLOCK_LOAD_STRIPED ? i * Threads + t : t * Items + i; };
    for (int i = 0; i < Items; ++i) is_right &= items[i] == place(i) && filled[i] == (place(i) < valid ? place(i) : -5);
    for (int i = 0; i < Items; ++i) some[i] = 2 * (t * Items + i);
    out[t] = -1;
    __syncthreads();
    Store(temp.store).Store(out, some, valid);
    __syncthreads();
    const auto stored = [&](int at) { return HowToStore == cub::BLOCK_STORE_STRIPED ? 2 * (at % Threads * Items + at / Threads) : 2 * at; };
    for (int at = t; at < valid; at += Threads) is_right &= out[at] == stored(at);
    if (!is_right) atomicAdd(&wrong[0], 1);
    if (t == 0) atomicAdd(&wrong[1], 1);
}

template <int Threads, int Items>
__global__ void arranges(int* wrong) {
    using Exchange = cub::BlockExchange<int, Threads, Items>;
    using Shuffle = cub::BlockShuffle<int, Threads>;
    using Heads = cub::BlockDiscontinuity<int, Threads>;
    using Differences = cub::BlockAdjacentDifference<int, Threads>;
    using Histogram = cub::BlockHistogram<int, Threads, Items, 16>;
    __shared__ union {
        typename Exchange::TempStorage exchange;
        typename Shuffle::TempStorage shuffle;
        typename Heads::TempStorage heads;
        typename Differences::TempStorage differences;
        typename Histogram::TempStorage histogram;
    } temp;
    __shared__ unsigned counts[16];
    constexpr int n = Threads * Items;
    const int t = threadIdx.x;
    int blocked[Items], striped[Items], ranks[Items], heads[Items], tails[Items], differences[Items];
    bool is_right = true;
    for (int i = 0; i < Items; ++i) blocked[i] = t * Items + i;
    Exchange(temp.exchange).BlockedToStriped(blocked, striped);
    for (int i = 0; i < Items; ++i) is_right &= striped[i] == i * Threads + t;
    __syncthreads();
    Exchange(temp.exchange).StripedToBlocked(striped);
    for (int i = 0; i < Items; ++i) is_right &= striped[i] == blocked[i];
    __syncthreads();
    for (int i = 0; i < Items; ++i) ranks[i] = n - 1 - blocked[i];
    Exchange(temp.exchange).ScatterToBlocked(striped, ranks);
    for (int i = 0; i < Items; ++i) is_right &= striped[i] == n - 1 - blocked[i];
    __syncthreads();
    int next = -1, around;
    Shuffle(temp.shuffle).Offset(t, next, 2);
    is_right &= next == (t + 2 < Threads ? t + 2 : -1);
    __syncthreads();
    Shuffle(temp.shuffle).Rotate(t, around, 5);
    is_right &= around == (t + 5) % Threads;
    __syncthreads();
    int thirds[Items];
    for (int i = 0; i < Items; ++i) thirds[i] = blocked[i] / 3;
    Heads(temp.heads).FlagHeadsAndTails(heads, tails, thirds, cub::Inequality());
    for (int i = 0; i < Items; ++i)
        is_right &= heads[i] == (blocked[i] % 3 == 0) && tails[i] == (blocked[i] % 3 == 2 || blocked[i] == n - 1);
    __syncthreads();
    int squares[Items];
    for (int i = 0; i < Items; ++i) squares[i] = blocked[i] * blocked[i];
    Differences(temp.differences).SubtractLeft(squares, differences, cub::Difference());
    for (int i = 0; i < Items; ++i) is_right &= differences[i] == (blocked[i] == 0 ? 0 : 2 * blocked[i] - 1);
    int bins[Items];
    for (int i = 0; i < Items; ++i) bins[i] = blocked[i] % 16;
    Histogram(temp.histogram).Histogram(bins, counts);
    __syncthreads();
    if (t < 16) is_right &= counts[t] == n / 16 + (t < n % 16);
    if (!is_right) atomicAdd(&wrong[0], 1);
    if (t == 0) atomicAdd(&wrong[1], 1);
}

__global__ void all(const int* in, int* out, int* wrong) {
    moves<32, 1, cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT><<<1, 32>>>(in, out, wrong);
    moves<100, 4, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE><<<1, 100>>>(in, out, wrong);
    moves<128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE><<<1, 128>>>(in, out, wrong);
    moves<64, 4, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE><<<1, 64>>>(in, out, wrong);
    moves<96, 3, cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED><<<1, 96>>>(in, out, wrong);
    arranges<64, 1><<<1, 64>>>(wrong);
    arranges<100, 4><<<1, 100>>>(wrong);
    arranges<128, 5><<<1, 128>>>(wrong);
}
