// Routines of CUB, which is a library of templates: compiled by nvcc, where it is found, to a library that cuda/libraries/cub.cpp
// opens. Work memory as CUB takes it: without `work`, `work_bytes` becomes how much a call needs, and nothing runs. Each returns
// CUDA's status.
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace {

struct RowOf {
    int columns;
    __host__ __device__ int operator()(int i) const { return i / columns; }
};

}  // namespace

#define WARPWISE_EXPORT extern "C" __attribute__((visibility("default")))

WARPWISE_EXPORT int warpwise_cub_sum(void* work, size_t* work_bytes, const int* a, int* total, int n, cudaStream_t stream) {
    return cub::DeviceReduce::Sum(work, *work_bytes, a, total, n, stream);
}

WARPWISE_EXPORT int warpwise_cub_scan(void* work, size_t* work_bytes, const int* a, int* sums, int rows, int n, cudaStream_t stream) {
    if (rows == 1) return cub::DeviceScan::InclusiveSum(work, *work_bytes, a, sums, n, stream);
    const auto row = thrust::make_transform_iterator(thrust::make_counting_iterator(0), RowOf{n});
    return cub::DeviceScan::InclusiveSumByKey(work, *work_bytes, row, a, sums, rows * n, cuda::std::equal_to<>{}, stream);
}

WARPWISE_EXPORT int warpwise_cub_histogram(void* work, size_t* work_bytes, const unsigned char* a, int* counts, int n,
                                           cudaStream_t stream) {
    constexpr int bins = 256;
    return cub::DeviceHistogram::HistogramEven(work, *work_bytes, a, counts, bins + 1, 0, bins, n, stream);
}
