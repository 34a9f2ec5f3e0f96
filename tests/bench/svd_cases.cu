// The cases of lesson 33, each by the routines that come into question: cuSOLVER for one large matrix, its batched routine for small
// ones, and the lesson's own kernels, a warp or a thread per matrix. Medians in microseconds by CUDA events, data on the GPU, as one JSON
// object; the CPU's side is tests/bench/svd_cases.py. A figure, not a test, and no part of the build (docs/measurements.md).
//
//     nvcc -O3 -std=c++17 -arch=native -o svd_cases tests/bench/svd_cases.cu -lcusolver -lcublas && ./svd_cases
//
// Ends with 1 where a call fails or two routines disagree.
#include <cublas_v2.h>
#include <cusolverDn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "../../lessons/33_svd/solution.cu"
#include "../../lessons/33_svd/two_by_two.cu"

namespace {

void check(int status, const char* what) {
    if (status == 0) return;
    std::fprintf(stderr, "svd_cases: %s: status %d\n", what, status);
    std::exit(1);
}

template <typename T>
T* on_gpu(const std::vector<T>& host) {
    T* memory = nullptr;
    check(cudaMalloc(&memory, host.size() * sizeof(T)), "cudaMalloc");
    check(cudaMemcpy(memory, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    return memory;
}

template <typename T>
std::vector<T> uniform(std::size_t count) {
    std::vector<T> numbers(count);
    unsigned state = 1;
    for (T& x : numbers) state = state * 1664525u + 1013904223u, x = T(state >> 8) / T(1 << 23) - 1;
    return numbers;
}

// `restore` runs before each sample and is not timed: cuSOLVER destroys its input.
double median_us(int samples, const std::function<void()>& restore, const std::function<void()>& call) {
    cudaEvent_t begin, end;
    cudaEventCreate(&begin), cudaEventCreate(&end);
    std::vector<float> times;
    for (int i = 0; i < samples + 1; ++i) {  // the first one warms up
        restore();
        cudaEventRecord(begin);
        call();
        cudaEventRecord(end);
        check(cudaEventSynchronize(end), "a sample");
        float ms = 0;
        cudaEventElapsedTime(&ms, begin, end);
        if (i > 0) times.push_back(ms * 1000);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <typename T>
std::vector<T> read(const T* from, std::size_t count) {
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return host;
}

void same(const std::vector<float>& own, const std::vector<float>& library, const char* what) {
    for (std::size_t i = 0; i < own.size(); ++i)
        if (!(std::fabs(own[i] - library[i]) <= 1e-3f * (1 + std::fabs(library[i])))) {
            std::fprintf(stderr, "svd_cases: %s: element %zu is %g and %g\n", what, i, own[i], library[i]);
            std::exit(1);
        }
}

void small(cusolverDnHandle_t handle, int n, int edge) {
    const std::vector<float> data = uniform<float>(std::size_t(n) * edge * edge);
    float *from = on_gpu(data), *a = on_gpu(data), *values = on_gpu(std::vector<float>(std::size_t(n) * edge));
    float *own = on_gpu(std::vector<float>(std::size_t(n) * edge)), *u = on_gpu(data), *v = on_gpu(data);
    gesvdjInfo_t info;
    check(cusolverDnCreateGesvdjInfo(&info), "gesvdjInfo");
    int elements = 0;
    check(cusolverDnSgesvdjBatched_bufferSize(handle, CUSOLVER_EIG_MODE_NOVECTOR, edge, edge, a, edge, values, u, edge, v, edge, &elements, info, n),
          "bufferSize");
    float* work = on_gpu(std::vector<float>(elements));
    int* status = on_gpu(std::vector<int>(n));
    const auto restore = [&] { cudaMemcpy(a, from, data.size() * sizeof(float), cudaMemcpyDeviceToDevice); };
    const double batched = median_us(15, restore, [&] {
        check(cusolverDnSgesvdjBatched(handle, CUSOLVER_EIG_MODE_NOVECTOR, edge, edge, a, edge, values, u, edge, v, edge, work, elements, status, info, n),
              "gesvdjBatched");
    });
    const double by_us = median_us(15, [] {}, [&] {
        if (edge == 2)
            two_by_two<<<(n + 255) / 256, 256>>>(from, own, n);
        else
            singular_values<<<n, 32>>>(from, own, n, edge, 8);
    });
    same(read(own, std::size_t(n) * edge), read(values, std::size_t(n) * edge), "own and batched");
    std::printf(", \"%d of %d x %d, f32\": {\"batched_us\": %.1f, \"own_us\": %.1f}", n, edge, edge, batched, by_us);
    for (void* memory : {static_cast<void*>(from), static_cast<void*>(a), static_cast<void*>(values), static_cast<void*>(own), static_cast<void*>(u),
                         static_cast<void*>(v), static_cast<void*>(work), static_cast<void*>(status)})
        cudaFree(memory);
}

void large(cusolverDnHandle_t handle, cublasHandle_t blas, int edge) {
    const std::vector<double> data = uniform<double>(std::size_t(edge) * edge);
    double *from = on_gpu(data), *a = on_gpu(data), *product = on_gpu(data), *values = on_gpu(std::vector<double>(edge));
    int elements = 0;
    check(cusolverDnDgesvd_bufferSize(handle, edge, edge, &elements), "bufferSize");
    double* work = on_gpu(std::vector<double>(elements));
    int* status = on_gpu(std::vector<int>(1));
    const auto restore = [&] { cudaMemcpy(a, from, data.size() * sizeof(double), cudaMemcpyDeviceToDevice); };
    const double svd = median_us(edge > 2000 ? 3 : 7, restore, [&] {
        check(cusolverDnDgesvd(handle, 'N', 'N', edge, edge, a, edge, values, nullptr, edge, nullptr, edge, work, elements, nullptr, status), "gesvd");
    });
    const double one = 1, zero = 0;
    const double gemm = median_us(7, [] {}, [&] {
        check(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, edge, edge, edge, &one, from, edge, from, edge, &zero, product, edge), "gemm");
    });
    std::printf("%s\"%d x %d, f64\": {\"gesvd_us\": %.1f, \"product_us\": %.1f}", edge == 256 ? "" : ", ", edge, edge, svd, gemm);
    for (void* memory : {from, a, product, values, work}) cudaFree(memory);
    cudaFree(status);
}

}  // namespace

int main() {
    cusolverDnHandle_t handle;
    cublasHandle_t blas;
    check(cusolverDnCreate(&handle), "cusolverDnCreate");
    check(cublasCreate(&blas), "cublasCreate");
    std::printf("{");
    for (const int edge : {256, 2000, 5000}) large(handle, blas, edge);
    small(handle, 10, 32), small(handle, 1000, 32), small(handle, 100000, 2);
    std::printf("}\n");
}
