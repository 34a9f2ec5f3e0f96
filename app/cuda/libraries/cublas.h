// cuBLAS: products of matrices, and the transposed copy that cuSOLVER's routine needs.
#pragma once

#include "cuda/libraries/library_tools.h"

namespace warpwise {

// The functions used here, with the types of NVIDIA's documentation; matrices are column-major.
struct CublasTable {
    using Handle = void*;
    enum Operation { as_it_is = 0, transposed = 1 };
    template <typename T>
    using Gemm = int(Handle, Operation, Operation, int m, int n, int k, const T* alpha, const T* a, int lda, const T* b, int ldb,
                     const T* beta, T* c, int ldc);
    template <typename T>
    using Geam = int(Handle, Operation, Operation, int m, int n, const T* alpha, const T* a, int lda, const T* beta, const T* b,
                     int ldb, T* c, int ldc);
    template <typename T>
    using GemmBatched = int(Handle, Operation, Operation, int m, int n, int k, const T* alpha, const T* a, int lda,
                            long long stride_a, const T* b, int ldb, long long stride_b, const T* beta, T* c, int ldc,
                            long long stride_c, int count);
    int (*create)(Handle*) = nullptr;
    int (*destroy)(Handle) = nullptr;
    int (*set_stream)(Handle, CUstream) = nullptr;
    Gemm<float>* sgemm = nullptr;
    Gemm<double>* dgemm = nullptr;
    GemmBatched<float>* sgemm_batched = nullptr;
    GemmBatched<double>* dgemm_batched = nullptr;
    Geam<float>* sgeam = nullptr;
    Geam<double>* dgeam = nullptr;
    SharedLibrary library;

    static Result<CublasTable> open();
};

class Cublas {
  public:
    Cublas(std::shared_ptr<Context> context, CublasTable table) : context_(std::move(context)), table_(std::move(table)) {}
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;
    ~Cublas();

    // Before the calls below; makes the handle the first time.
    CudaResult<void> use(CUstream);
    // c = a b, row-major, n by n.
    template <typename T>
    CudaResult<void> multiply(const T* a, const T* b, T* c, int n);
    // The same for `count` matrices that follow one another.
    template <typename T>
    CudaResult<void> multiply_each(const T* a, const T* b, T* c, int n, int count);
    // `to` [cols, rows] is `from` [rows, cols], both row-major.
    template <typename T>
    CudaResult<void> transpose(const T* from, T* to, int rows, int cols);

  private:
    std::shared_ptr<Context> context_;
    CublasTable table_;
    CublasTable::Handle handle_ = nullptr;
};

}  // namespace warpwise
