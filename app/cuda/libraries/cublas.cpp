#include "cuda/libraries/cublas.h"

#include <array>
#include <limits>

namespace warpwise {
namespace {

constexpr std::array<LibraryStatus, 8> kStatuses{
    {{1, "CUBLAS_STATUS_NOT_INITIALIZED", CUDA_ERROR_LAUNCH_FAILED, "cuBLAS could not start"},
     {3, "CUBLAS_STATUS_ALLOC_FAILED", CUDA_ERROR_OUT_OF_MEMORY, "cuBLAS could not allocate its own memory"},
     {7, "CUBLAS_STATUS_INVALID_VALUE", CUDA_ERROR_INVALID_VALUE, "cuBLAS does not accept these sizes"},
     {8, "CUBLAS_STATUS_ARCH_MISMATCH", CUDA_ERROR_NO_BINARY_FOR_GPU, "this cuBLAS has no code for this GPU"},
     {11, "CUBLAS_STATUS_MAPPING_ERROR", CUDA_ERROR_LAUNCH_FAILED, "cuBLAS could not reach the GPU's memory"},
     {13, "CUBLAS_STATUS_EXECUTION_FAILED", CUDA_ERROR_LAUNCH_FAILED, "cuBLAS's own kernel failed"},
     {14, "CUBLAS_STATUS_INTERNAL_ERROR", CUDA_ERROR_LAUNCH_FAILED, "an error inside cuBLAS"},
     {15, "CUBLAS_STATUS_NOT_SUPPORTED", CUDA_ERROR_INVALID_VALUE, "cuBLAS does not do this"}}};

class Gemm : public LibraryCall {
  public:
    Gemm(const std::shared_ptr<Context>& context, CublasTable table) : cublas_(context, std::move(table)) {}

    std::optional<Fault> wrong(const std::vector<KernelArgument>& arguments) const override {
        const LibraryKernel& gemm = *find_library_kernel("library:gemm");
        if (auto fault = wrong_arguments_of(gemm, arguments)) return fault;
        const std::int64_t n = whole_number(arguments[3]);
        for (std::size_t i = 0; i < 3; ++i)
            if (auto fault = too_small(gemm, arguments, i, n * n)) return fault;
        return std::nullopt;
    }

    CudaResult<void> run(CUstream stream, std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) override {
        if (auto ready = cublas_.use(stream); !ready) return ready;
        const int n = static_cast<int>(whole_number(arguments[3]));
        if (array_dtype(arguments) == DType::f64)
            return cublas_.multiply(pointer_to<const double>(at[0]), pointer_to<const double>(at[1]), pointer_to<double>(at[2]), n);
        return cublas_.multiply(pointer_to<const float>(at[0]), pointer_to<const float>(at[1]), pointer_to<float>(at[2]), n);
    }

  private:
    Cublas cublas_;
};

class GemmBatched : public LibraryCall {
  public:
    GemmBatched(const std::shared_ptr<Context>& context, CublasTable table) : cublas_(context, std::move(table)) {}

    std::optional<Fault> wrong(const std::vector<KernelArgument>& arguments) const override {
        const LibraryKernel& kernel = *find_library_kernel("library:gemm_batched");
        if (auto fault = wrong_arguments_of(kernel, arguments)) return fault;
        const std::int64_t n = whole_number(arguments[3]), edge = whole_number(arguments[4]);
        for (std::size_t i = 0; i < 3; ++i)
            if (auto fault = too_small(kernel, arguments, i, n * edge * edge)) return fault;
        return std::nullopt;
    }

    CudaResult<void> run(CUstream stream, std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) override {
        if (auto ready = cublas_.use(stream); !ready) return ready;
        return array_dtype(arguments) == DType::f64 ? multiply<double>(at, arguments) : multiply<float>(at, arguments);
    }

  private:
    template <typename T>
    CudaResult<void> multiply(std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) {
        return cublas_.multiply_each(pointer_to<const T>(at[0]), pointer_to<const T>(at[1]), pointer_to<T>(at[2]),
                                     static_cast<int>(whole_number(arguments[4])), static_cast<int>(whole_number(arguments[3])));
    }
    Cublas cublas_;
};

}  // namespace

Result<CublasTable> CublasTable::open() {
    auto library = open_cuda_library("cuBLAS", {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"});
    if (!library) return std::unexpected(library.error());
    CublasTable t;
    t.library = std::move(*library);
    const bool whole = t.library.find("cublasCreate_v2", t.create) && t.library.find("cublasDestroy_v2", t.destroy) &&
                       t.library.find("cublasSetStream_v2", t.set_stream) && t.library.find("cublasSgemm_v2", t.sgemm) &&
                       t.library.find("cublasDgemm_v2", t.dgemm) && t.library.find("cublasSgeam", t.sgeam) &&
                       t.library.find("cublasDgeam", t.dgeam) && t.library.find("cublasSgemmStridedBatched", t.sgemm_batched) &&
                       t.library.find("cublasDgemmStridedBatched", t.dgemm_batched);
    if (!whole)
        return std::unexpected(Error{ErrorKind::device_missing,
                                     t.library.path() + " is not a cuBLAS that Warpwise can use: functions are missing",
                                     "Install the CUDA Toolkit 11 or newer"});
    return t;
}

Cublas::~Cublas() {
    if (handle_ == nullptr || !context_->alive || !context_->make_current()) return;
    table_.set_stream(handle_, nullptr);  // the last launch's stream is gone by now
    table_.destroy(handle_);
}

CudaResult<void> Cublas::use(CUstream stream) {
    if (handle_ == nullptr) WARPWISE_LIBRARY(table_.create(&handle_));
    WARPWISE_LIBRARY(table_.set_stream(handle_, stream));
    return {};
}

// cuBLAS counts columns first, so a row-major matrix is its own transpose there: (a b) transposed is b transposed a transposed.
template <typename T>
CudaResult<void> Cublas::multiply(const T* a, const T* b, T* c, int n) {
    const T one = 1, zero = 0;
    constexpr auto plain = CublasTable::as_it_is;
    if constexpr (std::is_same_v<T, double>)
        WARPWISE_LIBRARY(table_.dgemm(handle_, plain, plain, n, n, n, &one, b, n, a, n, &zero, c, n));
    else
        WARPWISE_LIBRARY(table_.sgemm(handle_, plain, plain, n, n, n, &one, b, n, a, n, &zero, c, n));
    return {};
}
template CudaResult<void> Cublas::multiply(const float*, const float*, float*, int);
template CudaResult<void> Cublas::multiply(const double*, const double*, double*, int);

template <typename T>
CudaResult<void> Cublas::multiply_each(const T* a, const T* b, T* c, int n, int count) {
    const T one = 1, zero = 0;
    constexpr auto plain = CublasTable::as_it_is;
    const long long size = static_cast<long long>(n) * n;
    const auto call = [&] {
        if constexpr (std::is_same_v<T, double>)
            return table_.dgemm_batched;
        else
            return table_.sgemm_batched;
    }();
    WARPWISE_LIBRARY(call(handle_, plain, plain, n, n, n, &one, b, n, size, a, n, size, &zero, c, n, size, count));
    return {};
}
template CudaResult<void> Cublas::multiply_each(const float*, const float*, float*, int, int);
template CudaResult<void> Cublas::multiply_each(const double*, const double*, double*, int, int);

// With beta 0 the second matrix is not read; geam takes the result itself in its place.
template <typename T>
CudaResult<void> Cublas::transpose(const T* from, T* to, int rows, int cols) {
    const T one = 1, zero = 0;
    constexpr auto plain = CublasTable::as_it_is;
    constexpr auto turned = CublasTable::transposed;
    if constexpr (std::is_same_v<T, double>)
        WARPWISE_LIBRARY(table_.dgeam(handle_, turned, plain, rows, cols, &one, from, cols, &zero, to, rows, to, rows));
    else
        WARPWISE_LIBRARY(table_.sgeam(handle_, turned, plain, rows, cols, &one, from, cols, &zero, to, rows, to, rows));
    return {};
}
template CudaResult<void> Cublas::transpose(const float*, float*, int, int);
template CudaResult<void> Cublas::transpose(const double*, double*, int, int);

namespace {
template <typename Call>
Result<std::unique_ptr<LibraryCall>> with_table(const std::shared_ptr<Context>& context) {
    auto table = CublasTable::open();
    if (!table) return std::unexpected(table.error());
    return std::make_unique<Call>(context, std::move(*table));
}
}  // namespace

Result<std::unique_ptr<LibraryCall>> make_gemm(const std::shared_ptr<Context>& context) { return with_table<Gemm>(context); }
Result<std::unique_ptr<LibraryCall>> make_gemm_batched(const std::shared_ptr<Context>& context) {
    return with_table<GemmBatched>(context);
}

}  // namespace warpwise
