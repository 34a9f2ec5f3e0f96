// cuSOLVER: singular values.
#include <algorithm>
#include <array>

#include "cuda/driver/cuda_try.h"
#include "cuda/libraries/cublas.h"

namespace warpwise {
namespace {

constexpr std::array<LibraryStatus, 8> kStatuses{
    {{1, "CUSOLVER_STATUS_NOT_INITIALIZED", CUDA_ERROR_LAUNCH_FAILED, "cuSOLVER could not start"},
     {2, "CUSOLVER_STATUS_ALLOC_FAILED", CUDA_ERROR_OUT_OF_MEMORY, "cuSOLVER could not allocate its own memory"},
     {3, "CUSOLVER_STATUS_INVALID_VALUE", CUDA_ERROR_INVALID_VALUE, "cuSOLVER does not accept these sizes"},
     {4, "CUSOLVER_STATUS_ARCH_MISMATCH", CUDA_ERROR_NO_BINARY_FOR_GPU, "this cuSOLVER has no code for this GPU"},
     {5, "CUSOLVER_STATUS_MAPPING_ERROR", CUDA_ERROR_LAUNCH_FAILED, "cuSOLVER could not reach the GPU's memory"},
     {6, "CUSOLVER_STATUS_EXECUTION_FAILED", CUDA_ERROR_LAUNCH_FAILED, "cuSOLVER's own kernel failed"},
     {7, "CUSOLVER_STATUS_INTERNAL_ERROR", CUDA_ERROR_LAUNCH_FAILED, "an error inside cuSOLVER"},
     {9, "CUSOLVER_STATUS_NOT_SUPPORTED", CUDA_ERROR_INVALID_VALUE, "cuSOLVER does not do this"}}};

// The functions used here, with the types of NVIDIA's documentation.
struct CusolverTable {
    using Handle = void*;
    using BufferSize = int(Handle, int m, int n, int* elements);
    template <typename T>
    using Gesvd = int(Handle, signed char jobu, signed char jobvt, int m, int n, T* a, int lda, T* s, T* u, int ldu, T* vt,
                      int ldvt, T* work, int lwork, T* rwork, int* info);
    int (*create)(Handle*) = nullptr;
    int (*destroy)(Handle) = nullptr;
    int (*set_stream)(Handle, CUstream) = nullptr;
    BufferSize *sgesvd_buffer = nullptr, *dgesvd_buffer = nullptr;
    Gesvd<float>* sgesvd = nullptr;
    Gesvd<double>* dgesvd = nullptr;
    SharedLibrary library;

    static Result<CusolverTable> open() {
        auto opened = open_cuda_library("cuSOLVER", {"libcusolver.so.12", "libcusolver.so.11"});
        if (!opened) return std::unexpected(opened.error());
        CusolverTable t;
        t.library = std::move(*opened);
        const bool whole = t.library.find("cusolverDnCreate", t.create) && t.library.find("cusolverDnDestroy", t.destroy) &&
                           t.library.find("cusolverDnSetStream", t.set_stream) &&
                           t.library.find("cusolverDnSgesvd_bufferSize", t.sgesvd_buffer) &&
                           t.library.find("cusolverDnDgesvd_bufferSize", t.dgesvd_buffer) &&
                           t.library.find("cusolverDnSgesvd", t.sgesvd) && t.library.find("cusolverDnDgesvd", t.dgesvd);
        if (!whole)
            return std::unexpected(Error{ErrorKind::device_missing,
                                         t.library.path() + " is not a cuSOLVER that Warpwise can use: functions are missing",
                                         "Install the CUDA Toolkit 11 or newer"});
        return t;
    }
};

class Svd : public LibraryCall {
  public:
    Svd(std::shared_ptr<Context> context, CublasTable cublas, CusolverTable table)
        : context_(std::move(context)), cublas_(context_, std::move(cublas)), table_(std::move(table)) {}
    Svd(const Svd&) = delete;
    Svd& operator=(const Svd&) = delete;
    ~Svd() override {
        if (handle_ == nullptr || !context_->alive || !context_->make_current()) return;
        table_.set_stream(handle_, nullptr);  // the last launch's stream is gone by now
        table_.destroy(handle_);
    }

    std::optional<Fault> wrong(const std::vector<KernelArgument>& arguments) const override {
        const LibraryKernel& svd = *find_library_kernel("library:svd");
        if (auto fault = wrong_arguments_of(svd, arguments)) return fault;
        const std::int64_t m = whole_number(arguments[2]), n = whole_number(arguments[3]);
        if (auto fault = too_small(svd, arguments, 0, m * n)) return fault;
        return too_small(svd, arguments, 1, std::min(m, n));
    }

    CudaResult<void> run(CUstream stream, std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) override {
        const int rows = static_cast<int>(whole_number(arguments[2])), cols = static_cast<int>(whole_number(arguments[3]));
        if (array_dtype(arguments) == DType::f64)
            return decompose(stream, pointer_to<const double>(at[0]), pointer_to<double>(at[1]), rows, cols);
        return decompose(stream, pointer_to<const float>(at[0]), pointer_to<float>(at[1]), rows, cols);
    }

  private:
    // gesvd wants at least as many rows as columns, counted columns first. A wide row-major matrix is a tall one there as it
    // lies; a tall one is turned. A matrix and its transpose have the same singular values.
    template <typename T>
    CudaResult<void> decompose(CUstream stream, const T* a, T* s, int rows, int cols) {
        constexpr bool is_double = std::is_same_v<T, double>;
        const Driver& driver = *context_->driver;
        const int m = std::max(rows, cols), n = std::min(rows, cols);
        if (handle_ == nullptr) WARPWISE_LIBRARY(table_.create(&handle_));
        WARPWISE_LIBRARY(table_.set_stream(handle_, stream));
        const bool first = !info_;
        int work_elements = 0;
        WARPWISE_LIBRARY((is_double ? table_.dgesvd_buffer : table_.sgesvd_buffer)(handle_, m, n, &work_elements));
        const std::size_t matrix_bytes = std::size_t(rows) * std::size_t(cols) * sizeof(T);
        WARPWISE_TRY(ensure_memory(context_, copy_, copy_bytes_, matrix_bytes));
        WARPWISE_TRY(ensure_memory(context_, work_, work_bytes_, static_cast<std::size_t>(work_elements) * sizeof(T)));
        WARPWISE_TRY(ensure_memory(context_, info_, info_bytes_, sizeof(int)));

        T* copy = pointer_to<T>(copy_.get());  // gesvd destroys its input
        if (cols >= rows) {
            WARPWISE_TRY(check(driver,
                               driver.cuMemcpyDtoDAsync(copy_.get(), reinterpret_cast<CUdeviceptr>(a), matrix_bytes, stream),
                               "cuMemcpyDtoDAsync"));
        } else {
            WARPWISE_TRY(cublas_.use(stream));
            WARPWISE_TRY(cublas_.transpose(a, copy, rows, cols));
        }
        constexpr signed char none = 'N';
        T* const no_matrix = nullptr;
        T* const work = pointer_to<T>(work_.get());
        int* const info = pointer_to<int>(info_.get());
        if constexpr (is_double)
            WARPWISE_LIBRARY(table_.dgesvd(handle_, none, none, m, n, copy, m, s, no_matrix, m, no_matrix, n, work, work_elements,
                                           no_matrix, info));
        else
            WARPWISE_LIBRARY(table_.sgesvd(handle_, none, none, m, n, copy, m, s, no_matrix, m, no_matrix, n, work, work_elements,
                                           no_matrix, info));
        return first ? converged(stream) : CudaResult<void>{};
    }

    // Asked once, of the cold launch: the warm ones decompose the same matrix, and a copy would wait for them.
    CudaResult<void> converged(CUstream stream) {
        const Driver& driver = *context_->driver;
        int info = 0;
        WARPWISE_TRY(check(driver, driver.cuStreamSynchronize(stream), "cuStreamSynchronize"));
        WARPWISE_TRY(check(driver, driver.cuMemcpyDtoH(&info, info_.get(), sizeof info), "cuMemcpyDtoH"));
        if (info == 0) return {};
        return std::unexpected(CudaError{CUDA_ERROR_INVALID_VALUE, "CUSOLVER info", "the decomposition did not converge",
                                         "cusolverDn gesvd", std::source_location::current()});
    }

    std::shared_ptr<Context> context_;
    Cublas cublas_;
    CusolverTable table_;
    CusolverTable::Handle handle_ = nullptr;
    DeviceMemory copy_, work_, info_;
    std::size_t copy_bytes_ = 0, work_bytes_ = 0, info_bytes_ = 0;
};

}  // namespace

Result<std::unique_ptr<LibraryCall>> make_svd(const std::shared_ptr<Context>& context) {
    auto cublas = CublasTable::open();
    if (!cublas) return std::unexpected(cublas.error());
    auto table = CusolverTable::open();
    if (!table) return std::unexpected(table.error());
    return std::make_unique<Svd>(context, std::move(*cublas), std::move(*table));
}

}  // namespace warpwise
