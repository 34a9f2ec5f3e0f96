//! entry: all
//! launch: grid=1 block=1
//! options: trace=full session=none
//! argument: i32[8]:zeros
//! result: 0 = 0 9
// CUB's sorts of a block. The values tell whether equal keys keep their order.
#include <cub/cub.cuh>

template <typename Key>
__device__ Key key_of(int i) { return (Key)((i * 37 + 11) % 41 - 20); }

template <typename Key, int Threads, int Items>
__global__ void radix(int* wrong) {
    using Sort = cub::BlockRadixSort<Key, Threads, Items, int>;
    using Keys = cub::BlockRadixSort<Key, Threads, Items>;
    __shared__ union {
        typename Sort::TempStorage sort;
        typename Keys::TempStorage keys;
    } temp;
    __shared__ Key sorted[Threads * Items];
    __shared__ int from[Threads * Items];
    const int t = threadIdx.x, n = Threads * Items;
    Key keys[Items];
    int values[Items];
    bool is_right = true;
    for (int down = 0; down < 2; ++down) {
        for (int i = 0; i < Items; ++i) keys[i] = key_of<Key>(t * Items + i), values[i] = t * Items + i;
        if (down) Sort(temp.sort).SortDescending(keys, values);
        else Sort(temp.sort).Sort(keys, values);
        for (int i = 0; i < Items; ++i) sorted[t * Items + i] = keys[i], from[t * Items + i] = values[i];
        __syncthreads();
        for (int i = t; i < n; i += Threads) {
            is_right &= sorted[i] == key_of<Key>(from[i]);
            if (i + 1 == n) continue;
            is_right &= down ? sorted[i] >= sorted[i + 1] : sorted[i] <= sorted[i + 1];
            is_right &= sorted[i] != sorted[i + 1] || from[i] < from[i + 1];
        }
        __syncthreads();
    }
    // the low three bits only, and the result striped
    unsigned char bits[Items];
    for (int i = 0; i < Items; ++i) keys[i] = (Key)(7 - (t * Items + i) % 8);
    Keys(temp.keys).SortBlockedToStriped(keys);
    for (int i = 0; i < Items; ++i) sorted[i * Threads + t] = keys[i], bits[i] = 0;
    __syncthreads();
    for (int i = t; i + 1 < n; i += Threads) is_right &= sorted[i] <= sorted[i + 1] && bits[0] == 0;
    if (!is_right) atomicAdd(&wrong[0], 1);
    if (t == 0) atomicAdd(&wrong[1], 1);
}

template <int Threads, int Items>
__global__ void merges(int* wrong, int valid) {
    using Sort = cub::BlockMergeSort<float, Threads, Items, int>;
    __shared__ typename Sort::TempStorage temp;
    __shared__ float sorted[Threads * Items];
    __shared__ int from[Threads * Items];
    const int t = threadIdx.x;
    float keys[Items];
    int values[Items];
    for (int i = 0; i < Items; ++i) keys[i] = key_of<float>(t * Items + i), values[i] = t * Items + i;
    Sort(temp).Sort(keys, values, [](float a, float b) { return a > b; }, valid, -100.0f);
    for (int i = 0; i < Items; ++i) sorted[t * Items + i] = keys[i], from[t * Items + i] = values[i];
    __syncthreads();
    bool is_right = true;
    for (int i = t; i < valid; i += Threads) {
        is_right &= sorted[i] == key_of<float>(from[i]);
        if (i + 1 < valid) is_right &= sorted[i] > sorted[i + 1] || (sorted[i] == sorted[i + 1] && from[i] < from[i + 1]);
    }
    if (!is_right) atomicAdd(&wrong[0], 1);
    if (t == 0) atomicAdd(&wrong[1], 1);
}

__global__ void all(int* wrong) {
    radix<int, 32, 1><<<1, 32>>>(wrong);
    radix<float, 64, 4><<<1, 64>>>(wrong);
    radix<double, 96, 1><<<1, 96>>>(wrong);
    radix<short, 100, 4><<<1, 100>>>(wrong);
    radix<long long, 128, 2><<<1, 128>>>(wrong);
    radix<signed char, 20, 3><<<1, 20>>>(wrong);
    merges<32, 1><<<1, 32>>>(wrong, 32);
    merges<64, 4><<<1, 64>>>(wrong, 64 * 4);
    merges<128, 3><<<1, 128>>>(wrong, 301);
}
