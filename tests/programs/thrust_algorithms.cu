// Thrust: vectors of the device and the host, algorithms on them with functors of the program, iterators, and a kernel between them.
// prints: vectors 1 1 1 1 1
// prints: items 1 1 1 1 1 1
// prints: sums 1 1 1 1 1 1
// prints: scans 1 1 1 1
// prints: selections 1 1 1 1 1
// prints: orders 1 1 1 1 1 1
// prints: policies 1 1 1 1
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cstdio>
#include <list>
#include <numeric>
#include <vector>

struct Saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};
struct IsSmall {
    __device__ bool operator()(int x) const { return x < 500; }  // of the device only
};
struct AddThird {
    template <typename Tuple>
    __host__ __device__ void operator()(Tuple t) const { thrust::get<2>(t) = thrust::get<0>(t) + 2 * thrust::get<1>(t); }
};
struct MinMax {
    int low, high;
};
struct ToMinMax {
    __host__ __device__ MinMax operator()(int x) const { return {x, x}; }
};
struct JoinMinMax {
    __host__ __device__ MinMax operator()(MinMax a, MinMax b) const { return {a.low < b.low ? a.low : b.low, a.high < b.high ? b.high : a.high}; }
};
__global__ void twice(int* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}

int main() {
    const int n = 5000;
    thrust::host_vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 7919 + 13) % 1009;
    thrust::device_vector<int> d = h;
    std::vector<int> plain(h.begin(), h.end());

    thrust::device_vector<int> sevens(100, 7);
    const bool is_filled = sevens.size() == 100 && sevens[0] == 7 && sevens.back() == 7;
    sevens[3] = 11;
    sevens.push_back(5);
    const bool is_set = sevens[3] == 11 && sevens[100] == 5 && sevens.size() == 101;
    const std::list<int> listed{3, 1, 2};
    thrust::device_vector<int> of_list(listed.begin(), listed.end());
    std::vector<int> back(3);
    thrust::copy(of_list.begin(), of_list.end(), back.begin());
    thrust::device_vector<int> doubled = d;
    twice<<<(n + 127) / 128, 128>>>(thrust::raw_pointer_cast(doubled.data()), n);
    thrust::host_vector<int> read = doubled;
    bool is_twice = true;
    for (int i = 0; i < n; ++i) is_twice &= read[i] == 2 * plain[i];
    thrust::device_ptr<int> pointer = thrust::device_pointer_cast(thrust::raw_pointer_cast(&d[0]));
    std::printf("vectors %d %d %d %d %d\n", is_filled, is_set, back == std::vector<int>{3, 1, 2}, is_twice, pointer[7] == plain[7]);

    thrust::device_vector<float> x(n), y(n, 1.0f), z(n);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2.0f});
    bool is_saxpy = true, is_square = true, is_third = true;
    thrust::host_vector<float> hy = y;
    for (int i = 0; i < n; ++i) is_saxpy &= hy[i] == 2.0f * i + 1;
    thrust::transform(x.begin(), x.end(), z.begin(), Square());
    thrust::host_vector<float> hz = z;
    for (int i = 0; i < n; ++i) is_square &= hz[i] == (float)i * i;
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin())),
                     thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), z.end())), AddThird());
    hz = z;
    for (int i = 0; i < n; ++i) is_third &= hz[i] == i + 2 * (2.0f * i + 1);
    thrust::device_vector<int> map(n), gathered(n);
    thrust::sequence(map.begin(), map.end(), n - 1, -1);
    thrust::gather(map.begin(), map.end(), d.begin(), gathered.begin());
    const bool is_gathered = gathered[0] == plain[n - 1] && gathered[n - 1] == plain[0];
    thrust::fill(gathered.begin(), gathered.end(), 0);
    thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), [p = thrust::raw_pointer_cast(gathered.data())] __device__(int i) { p[i] = i % 3; });
    thrust::replace_if(gathered.begin(), gathered.end(), [] __device__(int v) { return v == 2; }, 9);
    const bool is_replaced = thrust::count(gathered.begin(), gathered.end(), 9) == n / 3;
    const int through = *thrust::make_permutation_iterator(d.begin(), map.begin());
    std::printf("items %d %d %d %d %d %d\n", is_saxpy, is_square, is_third, is_gathered, is_replaced, through == plain[n - 1]);

    const int sum = std::accumulate(plain.begin(), plain.end(), 0);
    const float squares = thrust::transform_reduce(x.begin(), x.begin() + 100, Square(), 0.0f, thrust::plus<float>());
    const MinMax range = thrust::transform_reduce(d.begin(), d.end(), ToMinMax(), MinMax{1000000, -1}, JoinMinMax());
    auto odd = thrust::make_transform_iterator(d.begin(), [] __host__ __device__(int v) { return v % 2; });
    std::printf("sums %d %d %d %d %d %d\n", thrust::reduce(d.begin(), d.end()) == sum, thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()) == 1008,
                squares == 328350, range.low == 0 && range.high == 1008, thrust::reduce(odd, odd + n) == std::count_if(plain.begin(), plain.end(), [](int v) { return v % 2 == 1; }),
                thrust::inner_product(d.begin(), d.end(), map.begin(), 0ll) == std::inner_product(plain.rbegin(), plain.rend(), thrust::make_counting_iterator(0), 0ll));

    thrust::device_vector<int> scanned(n);
    std::vector<int> expected(n), found(n);
    const auto same = [&](const thrust::device_vector<int>& v) {
        found.resize(v.size());
        thrust::copy(v.begin(), v.end(), found.begin());
        return found == expected;
    };
    thrust::inclusive_scan(d.begin(), d.end(), scanned.begin());
    std::partial_sum(plain.begin(), plain.end(), expected.begin());
    const bool is_inclusive = same(scanned);
    thrust::exclusive_scan(thrust::device, d.begin(), d.end(), scanned.begin(), 10);
    std::exclusive_scan(plain.begin(), plain.end(), expected.begin(), 10);
    const bool is_exclusive = same(scanned);
    thrust::device_vector<int> keys(n), sums(n), firsts(n);
    thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(n), keys.begin(), [] __device__(int i) { return i / 300; });
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), d.begin(), firsts.begin(), sums.begin());
    const int groups = ends.first - firsts.begin();
    bool is_grouped = groups == (n + 299) / 300 && ends.second - sums.begin() == groups;
    for (int g = 0; g < groups; ++g)
        is_grouped &= firsts[g] == g && sums[g] == std::accumulate(plain.begin() + 300 * g, plain.begin() + std::min(n, 300 * g + 300), 0);
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), d.begin(), scanned.begin());
    for (int i = 0; i < n; ++i) expected[i] = plain[i] + (i % 300 ? expected[i - 1] : 0);
    std::printf("scans %d %d %d %d\n", is_inclusive, is_exclusive, is_grouped, same(scanned));

    thrust::device_vector<int> small(n);
    small.resize(thrust::copy_if(d.begin(), d.end(), small.begin(), IsSmall()) - small.begin());
    expected.clear();
    for (const int v : plain) if (v < 500) expected.push_back(v);
    const bool is_small = same(small);
    thrust::device_vector<int> rest = d;
    rest.erase(thrust::remove_if(rest.begin(), rest.end(), IsSmall()), rest.end());
    expected.clear();
    for (const int v : plain) if (v >= 500) expected.push_back(v);
    const bool is_rest = same(rest);
    thrust::device_vector<int> steps(keys);
    steps.resize(thrust::unique(steps.begin(), steps.end()) - steps.begin());
    expected.assign(groups, 0);
    std::iota(expected.begin(), expected.end(), 0);
    const bool is_unique = same(steps);
    const auto at = thrust::find(d.begin(), d.end(), plain[4321 % 1009]);
    std::printf("selections %d %d %d %d %d\n", is_small, is_rest, is_unique, thrust::count_if(d.begin(), d.end(), IsSmall()) == (int)small.size(),
                at - d.begin() == std::find(plain.begin(), plain.end(), plain[4321 % 1009]) - plain.begin());

    thrust::device_vector<int> sorted = d, order(n);
    thrust::sort(sorted.begin(), sorted.end());
    expected = plain;
    std::sort(expected.begin(), expected.end());
    const bool is_sorted = same(sorted) && thrust::is_sorted(sorted.begin(), sorted.end());
    const int place = thrust::lower_bound(sorted.begin(), sorted.end(), 500) - sorted.begin();
    const bool is_bound = place == std::lower_bound(expected.begin(), expected.end(), 500) - expected.begin();
    sorted = d;
    thrust::sequence(order.begin(), order.end());
    thrust::stable_sort_by_key(sorted.begin(), sorted.end(), order.begin(), thrust::greater<int>());
    expected.resize(n);
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](int a, int b) { return plain[a] > plain[b]; });
    const bool is_by_key = same(order);
    auto both = thrust::make_zip_iterator(thrust::make_tuple(sorted.begin(), order.begin()));
    thrust::sort(both, both + n, [] __device__(const thrust::tuple<int, int>& a, const thrust::tuple<int, int>& b) { return thrust::get<1>(a) < thrust::get<1>(b); });
    expected = plain;
    const bool is_back = same(sorted);
    const auto most = thrust::max_element(d.begin(), d.end());
    const auto extremes = thrust::minmax_element(d.begin(), d.end());
    std::printf("orders %d %d %d %d %d %d\n", is_sorted, is_bound, is_by_key, is_back, most - d.begin() == std::max_element(plain.begin(), plain.end()) - plain.begin(),
                *extremes.first == 0 && *extremes.second == 1008);

    int* raw;
    cudaMalloc(&raw, n * sizeof(int));
    cudaMemcpy(raw, plain.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    thrust::sort(thrust::device, raw, raw + n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    const int total = thrust::reduce(thrust::cuda::par.on(stream), raw, raw + n);
    thrust::sort(thrust::host, h.begin(), h.end());
    std::sort(plain.begin(), plain.end());
    found.resize(n);
    cudaMemcpy(found.data(), raw, n * sizeof(int), cudaMemcpyDeviceToHost);
    const int on_host = thrust::reduce(plain.begin(), plain.end(), 0, thrust::plus<int>());
    std::printf("policies %d %d %d %d\n", found == plain, total == sum, std::equal(h.begin(), h.end(), plain.begin()), on_host == sum);
    cudaStreamDestroy(stream);
    cudaFree(raw);
}
