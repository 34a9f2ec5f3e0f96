// What CUB and a plain copy take for the workloads whose limit is the GPU's memory (docs/measurements.md): medians in microseconds
// by CUDA events, as one JSON object. A figure, not a test, and no part of the build.
//
//     nvcc -O3 -std=c++17 -arch=native -o cub_baseline tests/bench/cub_baseline.cu && ./cub_baseline [SAMPLES]
//
// Sizes, element types and values are those of `warpwise bench --workloads`; as there, short calls are timed in batches. A call of CUB
// is all of its launches. Ends with 1 where a result is wrong or a call fails.
#include <cub/cub.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "cub_baseline: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

template <typename T>
T* allocate(std::size_t count) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
    check(cudaMemset(memory, 0, count * sizeof(T)), "cudaMemset");
    return static_cast<T*>(memory);
}

template <typename T>
T read(const T* from) {
    T value{};
    check(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return value;
}

__device__ unsigned random_bits(unsigned i) {
    i = (i ^ i >> 16) * 0x45d9f3bu;
    i = (i ^ i >> 16) * 0x45d9f3bu;
    return i ^ i >> 16;
}

__global__ void fill_uniform(float* a, int n, unsigned seed) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = (random_bits(i + seed) >> 8) * 0x1p-24f;
}

template <typename T>
__global__ void fill_between(T* a, int n, int low, int high) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = static_cast<T>(low + static_cast<int>(random_bits(i) % (high - low + 1)));
}

struct Product {
    const float *a, *b;
    __device__ float operator()(int i) const { return a[i] * b[i]; }
};

struct IsPositive {
    __device__ bool operator()(int value) const { return value > 0; }
};

int samples = 15;

// The median time of f() in microseconds, after a warm-up.
template <typename F>
double median_us(const F& f) {
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    const auto timed_us = [&](int calls) {
        check(cudaDeviceSynchronize(), "before a sample");
        check(cudaEventRecord(begin), "cudaEventRecord");
        for (int call = 0; call < calls; ++call) check(f(), "a timed call");
        check(cudaEventRecord(end), "cudaEventRecord");
        check(cudaEventSynchronize(end), "cudaEventSynchronize");
        float ms = 0;
        check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
        return 1e3 * ms / calls;
    };
    timed_us(1);
    const int calls = std::clamp(static_cast<int>(std::ceil(400 / timed_us(1))), 1, 100);
    std::vector<double> times;
    for (int sample = 0; sample < samples; ++sample) times.push_back(timed_us(calls));
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

// f(temporary, bytes) is a call of CUB: first for the memory that it needs, then timed.
template <typename F>
double cub_us(const F& f) {
    std::size_t bytes = 0;
    check(f(nullptr, bytes), "CUB's temporary memory");
    char* temporary = allocate<char>(std::max<std::size_t>(bytes, 1));
    const double us = median_us([&] { return f(temporary, bytes); });
    check(cudaFree(temporary), "cudaFree");
    return us;
}

bool is_right = true;
void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "cub_baseline: %s is wrong\n", what);
    is_right = false;
}

}  // namespace

int main(int count, char** words) {
    if (count > 1) samples = std::max(1, std::atoi(words[1]));
    constexpr int n = 100'000'000;
    cudaDeviceProp gpu{};
    check(cudaGetDeviceProperties(&gpu, 0), "cudaGetDeviceProperties");

    auto *a = allocate<float>(n), *b = allocate<float>(n), *total = allocate<float>(1);
    fill_uniform<<<4096, 256>>>(a, n, 0);
    fill_uniform<<<4096, 256>>>(b, n, 0x9e3779b9u);
    const double sum_us = cub_us([&](void* memory, std::size_t& bytes) { return cub::DeviceReduce::Sum(memory, bytes, a, total, n); });
    expect(std::abs(read(total) - n / 2.0) < 0.001 * n, "the sum");
    const auto products = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Product{a, b});
    const double dot_us =
        cub_us([&](void* memory, std::size_t& bytes) { return cub::DeviceReduce::Sum(memory, bytes, products, total, n); });
    expect(std::abs(read(total) - n / 4.0) < 0.001 * n, "the dot product");

    auto *whole = reinterpret_cast<int*>(a), *out = reinterpret_cast<int*>(b), *kept = allocate<int>(1);
    fill_between<<<4096, 256>>>(whole, n, 1, 1);
    const auto scan = [&](void* memory, std::size_t& bytes) { return cub::DeviceScan::InclusiveSum(memory, bytes, whole, out, n); };
    cub_us(scan);
    expect(read(out + n - 1) == n && read(out + n / 3) == n / 3 + 1, "the scan");
    fill_between<<<4096, 256>>>(whole, n, -9, 9);
    const double scan_us = cub_us(scan);
    fill_between<<<4096, 256>>>(whole, n, -99, 100);
    const double select_us = cub_us([&](void* memory, std::size_t& bytes) {
        return cub::DeviceSelect::If(memory, bytes, whole, out, kept, n, IsPositive{});
    });
    expect(std::abs(read(kept) - n / 2.0) < 0.001 * n, "the number of selected elements");

    auto* bytes_of_a = reinterpret_cast<unsigned char*>(a);
    auto* counts = allocate<int>(256);
    fill_between<<<4096, 256>>>(bytes_of_a, n, 0, 255);
    const double histogram_us = cub_us([&](void* memory, std::size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(memory, bytes, bytes_of_a, counts, 257, 0, 256, n);
    });
    long long counted = 0;
    for (int bin = 0; bin < 256; ++bin) counted += read(counts + bin);
    expect(counted == n, "the histogram");
    for (void* memory : {static_cast<void*>(a), static_cast<void*>(b)}) check(cudaFree(memory), "cudaFree");

    constexpr std::size_t copied = 1'000'000'000;
    auto *from = allocate<char>(copied), *to = allocate<char>(copied);
    const double copy_us = median_us([&] { return cudaMemcpyAsync(to, from, copied, cudaMemcpyDeviceToDevice); });
    // Read and written.
    const double copy_gb_per_s = 2.0 * copied / copy_us / 1e3;

    std::printf("{\"gpu\":\"%s\",\"cub\":\"%d.%d.%d\",\"samples\":%d,\"correct\":%s,\"microseconds\":{\"sum\":%.2f,\"dot\":%.2f,"
                "\"scan\":%.2f,\"compact\":%.2f,\"histogram\":%.2f,\"copy_1_gb\":%.2f},\"copy_gb_per_s\":%.1f,"
                "\"at_90_percent_of_the_copy\":{\"sum\":%.2f,\"dot\":%.2f,\"scan\":%.2f,\"compact\":%.2f,\"histogram\":%.2f,"
                "\"transpose\":%.2f}}\n",
                gpu.name, CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, samples, is_right ? "true" : "false", sum_us,
                dot_us, scan_us, select_us, histogram_us, copy_us, copy_gb_per_s, 4e-3 * n / (0.9 * copy_gb_per_s),
                8e-3 * n / (0.9 * copy_gb_per_s), 8e-3 * n / (0.9 * copy_gb_per_s), 6e-3 * n / (0.9 * copy_gb_per_s),
                1e-3 * n / (0.9 * copy_gb_per_s), 8e-3 * 8192 * 8192 / (0.9 * copy_gb_per_s));
    return is_right ? 0 : 1;
}
