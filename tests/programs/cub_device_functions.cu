// cub::Device... functions: each is called for the size of its storage and again to run, and compared with the same in a loop.
// prints: sums and scans 1 1 1 1 1
// prints: selections 1 1 1 1
// prints: sorts 1 1 1
// prints: segments and histograms 1 1 1
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

struct Square {
    __host__ __device__ long long operator()(int x) const { return (long long)x * x; }
};
struct IsOdd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct Larger {
    template <typename T>
    __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

template <typename T>
struct Array {
    T* data = nullptr;
    size_t n;
    explicit Array(size_t count) : n(count) { cudaMalloc(&data, n * sizeof(T)); }
    explicit Array(const std::vector<T>& values) : Array(values.size()) { cudaMemcpy(data, values.data(), n * sizeof(T), cudaMemcpyHostToDevice); }
    ~Array() { cudaFree(data); }
    std::vector<T> read(size_t count) const {
        std::vector<T> out(count);
        cudaMemcpy(out.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
        return out;
    }
    std::vector<T> read() const { return read(n); }
    T first() const { return read(1)[0]; }
};

// Runs a function of CUB in its two calls.
template <typename Call>
void run(Call call) {
    size_t bytes = 0;
    if (call(nullptr, bytes) != cudaSuccess || bytes == 0) std::printf("no size\n");
    void* storage = nullptr;
    cudaMalloc(&storage, bytes);
    if (call(storage, bytes) != cudaSuccess) std::printf("failed\n");
    cudaFree(storage);
}
#define CALL(function, ...) run([&](void* storage, size_t& bytes) { return cub::function(storage, bytes, __VA_ARGS__); })

int main() {
    const int n = 10000;
    std::vector<int> values(n);
    for (int i = 0; i < n; ++i) values[i] = (i * 7919 + 13) % 2003 - 1000;
    const Array<int> in(values);
    Array<int> out(n), count(1);

    Array<int> sum(1), most(1);
    CALL(DeviceReduce::Sum, in.data, sum.data, n);
    CALL(DeviceReduce::Reduce, in.data, most.data, n, Larger(), -5000);
    Array<long long> squares(1);
    cub::TransformInputIterator<long long, Square, int*> squared(in.data, Square());
    CALL(DeviceReduce::Sum, squared, squares.data, n);
    long long all = 0;
    for (const int v : values) all += (long long)v * v;
    Array<cub::KeyValuePair<int, int>> least(1);
    CALL(DeviceReduce::ArgMin, in.data, least.data, n);
    const auto where = std::min_element(values.begin(), values.end());
    CALL(DeviceScan::ExclusiveSum, in.data, out.data, n);
    std::vector<int> scanned(n);
    std::exclusive_scan(values.begin(), values.end(), scanned.begin(), 0);
    std::printf("sums and scans %d %d %d %d %d\n", sum.first() == std::accumulate(values.begin(), values.end(), 0),
                most.first() == *std::max_element(values.begin(), values.end()), squares.first() == all,
                least.first().key == where - values.begin() && least.first().value == *where, out.read() == scanned);

    CALL(DeviceSelect::If, in.data, out.data, count.data, n, IsOdd());
    std::vector<int> odd;
    for (const int v : values) if (v % 2 != 0) odd.push_back(v);
    const bool is_odd = count.first() == (int)odd.size() && out.read(odd.size()) == odd;
    std::vector<unsigned char> marks(n);
    std::vector<long> marked;
    for (int i = 0; i < n; ++i) if ((marks[i] = i % 3 == 1)) marked.push_back(i);
    const Array<unsigned char> flags(marks);
    Array<long> indices(n);
    CALL(DeviceSelect::Flagged, cub::CountingInputIterator<long>(0), flags.data, indices.data, count.data, n);
    const bool is_marked = count.first() == (int)marked.size() && indices.read(marked.size()) == marked;
    CALL(DevicePartition::If, in.data, out.data, count.data, n, IsOdd());
    const std::vector<int> parted = out.read();
    std::vector<int> even;
    for (const int v : values) if (v % 2 == 0) even.push_back(v);
    std::reverse(even.begin(), even.end());
    const bool is_parted = std::equal(odd.begin(), odd.end(), parted.begin()) && std::equal(even.begin(), even.end(), parted.begin() + odd.size());
    std::vector<int> steps(n);
    for (int i = 0; i < n; ++i) steps[i] = i * i / 30000;
    const Array<int> runs(steps);
    Array<int> lengths(n);
    CALL(DeviceRunLengthEncode::Encode, runs.data, out.data, lengths.data, count.data, n);
    std::vector<int> unique, length;
    for (int i = 0; i < n; ++i) {
        if (i == 0 || steps[i] != steps[i - 1]) unique.push_back(steps[i]), length.push_back(0);
        ++length.back();
    }
    std::printf("selections %d %d %d %d\n", is_odd, is_marked, is_parted,
                count.first() == (int)unique.size() && out.read(unique.size()) == unique && lengths.read(length.size()) == length);

    std::vector<float> keys(n);
    std::vector<int> order(n);
    for (int i = 0; i < n; ++i) keys[i] = values[i] / 8 * 0.5f;
    std::iota(order.begin(), order.end(), 0);
    const Array<float> keys_in(keys);
    const Array<int> order_in(order);
    Array<float> keys_out(n);
    CALL(DeviceRadixSort::SortPairs, keys_in.data, keys_out.data, order_in.data, out.data, n);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    const bool is_sorted = out.read() == order;
    cub::DoubleBuffer<int> buffer(in.data, out.data);
    CALL(DeviceRadixSort::SortKeysDescending, buffer, n);
    std::vector<int> down = values, found(n);
    std::sort(down.rbegin(), down.rend());
    cudaMemcpy(found.data(), buffer.Current(), n * sizeof(int), cudaMemcpyDeviceToHost);
    const bool is_down = found == down;
    cudaMemcpy(in.data, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    CALL(DeviceMergeSort::SortKeys, in.data, n, [] __device__(int a, int b) { return a < b; });
    std::reverse(down.begin(), down.end());
    std::printf("sorts %d %d %d\n", is_sorted, is_down, in.read() == down);

    const std::vector<int> edges{0, 10, 10, 3000, n};
    const Array<int> offsets(edges);
    Array<int> sums(4);
    CALL(DeviceSegmentedReduce::Sum, in.data, sums.data, 4, offsets.data, offsets.data + 1);
    std::vector<int> of_segments;
    for (int s = 0; s < 4; ++s) of_segments.push_back(std::accumulate(down.begin() + edges[s], down.begin() + edges[s + 1], 0));
    Array<int> bins(10);
    CALL(DeviceHistogram::HistogramEven, in.data, bins.data, 11, -1000, 1000, n);
    std::vector<int> counted(10);
    for (const int v : down) if (v >= -1000 && v < 1000) ++counted[(v + 1000) / 200];
    const bool is_even = bins.read() == counted;
    const Array<int> levels({-2000, -10, 0, 700});
    CALL(DeviceHistogram::HistogramRange, in.data, bins.data, 4, levels.data, n);
    const std::vector<int> ranges{(int)std::count_if(down.begin(), down.end(), [](int v) { return v < -10; }),
                                  (int)std::count_if(down.begin(), down.end(), [](int v) { return v >= -10 && v < 0; }),
                                  (int)std::count_if(down.begin(), down.end(), [](int v) { return v >= 0 && v < 700; })};
    std::printf("segments and histograms %d %d %d\n", sums.read() == of_segments, is_even, bins.read(3) == ranges);
}
