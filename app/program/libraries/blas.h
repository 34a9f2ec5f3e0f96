// cuBLAS for the functions of api_blas*.cpp: handles, the CPU's BLAS, vectors and matrices in the device's memory.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <optional>

#include "program/libraries/library_calls.h"

// They continue what runtime.h includes.
#include "program/libraries/complex_numbers.h"

#include "program/headers/cublas_host.h"

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
};

namespace warpwise::blas {

// The number that a type of cuBLAS's interface is, and the letter that BLAS's names begin with.
template <typename T>
struct Number {
    using Type = T;
    using Real = T;
    static constexpr char kLetter = sizeof(T) == 4 ? 's' : 'd';
};
template <>
struct Number<cuComplex> {
    using Type = std::complex<float>;
    using Real = float;
    static constexpr char kLetter = 'c';
};
template <>
struct Number<cuDoubleComplex> {
    using Type = std::complex<double>;
    using Real = double;
    static constexpr char kLetter = 'z';
};
template <typename T>
using Value = Number<T>::Type;

const CpuLibraryFile& library();
// A function of the library's Fortran interface, "gemm"; not null once a handle was made.
void* function(char letter, const char* name);
bool is_handle(cublasHandle_t);
cublasStatus_t told(const LibraryCall&, cublasStatus_t);
// Checks that every call makes: CUBLAS_STATUS_SUCCESS when it may go on.
cublasStatus_t may_run(cublasHandle_t);

// Elements from the first to the last one of a vector or matrix; of these, `run` after every `step` belong to it, or all of them.
struct Extent {
    std::size_t count = 0, run = 0, step = 0, runs = 1;
    Extent(std::size_t n) : count(n) {}  // a number of elements is one, too
    Extent(std::size_t all, std::size_t in_run, std::size_t between, std::size_t how_often)
        : count(all), run(in_run), step(between), runs(how_often) {}
    operator std::size_t() const { return count; }
    ByteRows bytes(std::size_t element) const {
        return run == 0 ? ByteRows{} : ByteRows{.width = run * element, .pitch = step * element, .rows = runs};
    }
};
inline Extent extent(int n, int step) {
    return n <= 0 ? 0 : static_cast<std::size_t>(n - 1) * static_cast<std::size_t>(std::abs(step)) + 1;
}
inline Extent extent(int rows, int columns, int leading) {
    if (rows <= 0 || columns <= 0) return 0;
    const auto run = static_cast<std::size_t>(rows), step = static_cast<std::size_t>(leading),
               runs = static_cast<std::size_t>(columns);
    return {(runs - 1) * step + run, run, step, runs};
}
inline std::string length(int n) { return fmt::format("n {}", n); }
// The i-th element of a vector; with a negative step it begins at the end, as in BLAS.
inline std::size_t at(int i, int n, int step) {
    return static_cast<std::size_t>(step >= 0 ? i : n - 1 - i) * static_cast<std::size_t>(std::abs(step));
}

template <typename T>
const Value<T>* read(const LibraryCall& call, const T* p, const Extent& all, const char* what) {
    static constexpr Value<T> kNothing{};
    if (all.count == 0) return &kNothing;  // may be null
    return reinterpret_cast<const Value<T>*>(call.device_array(p, all.count * sizeof(T), what, Touch::reads, all.bytes(sizeof(T))));
}
template <typename T>
Value<T>* write(const LibraryCall& call, T* p, const Extent& all, const char* what, Touch touch = Touch::updates) {
    return reinterpret_cast<Value<T>*>(call.device_array(p, all.count * sizeof(T), what, touch, all.bytes(sizeof(T))));
}

// alpha or beta: of the host, read when the function is called; or of the device, read when it runs.
template <typename T>
class Scalar {
  public:
    Scalar(const LibraryCall& call, cublasHandle_t handle, const T* p, const char* what) : what_(what) {
        if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE) {
            device_ = p;
        } else if (const auto* there =
                       call.host_array(p, sizeof(T), what,
                                       "Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) for scalars in "
                                       "the device's memory.")) {
            value_ = *reinterpret_cast<const Value<T>*>(there);
        }
    }
    bool is_given() const { return value_ || device_; }
    std::optional<Value<T>> get(const LibraryCall& call) const {
        if (device_ == nullptr) return value_;
        const Value<T>* there = read(call, device_, 1, what_);
        return there ? std::optional(*there) : std::nullopt;
    }

  private:
    const char* what_;
    const T* device_ = nullptr;
    std::optional<Value<T>> value_;
};

// Where a sum goes: like a scalar. In the host's memory it is there when the call returns.
template <typename T>
Value<T>* result(const LibraryCall& call, cublasPointerMode_t mode, T* p) {
    if (mode == CUBLAS_POINTER_MODE_DEVICE) return write(call, p, 1, "the result", Touch::writes);
    call.wait();
    return reinterpret_cast<Value<T>*>(
        call.host_array(p, sizeof(T), "the result",
                        "Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) for a result in the device's memory."));
}

inline char letter_of(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }
inline char letter_of(cublasFillMode_t fill) { return fill == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }
inline char letter_of(cublasDiagType_t diagonal) { return diagonal == CUBLAS_DIAG_UNIT ? 'U' : 'N'; }
inline char letter_of(cublasOperation_t op) { return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C'; }
// Of an update by matrices: cuBLAS takes any operation and transposes for symmetric results, with conjugates for Hermitian ones.
template <typename T>
cublasOperation_t rank_operation(cublasOperation_t op, bool is_hermitian) {
    if (op == CUBLAS_OP_N || std::is_floating_point_v<Value<T>>) return op;
    return is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
}
inline bool is_fill(cublasFillMode_t fill) { return fill == CUBLAS_FILL_MODE_LOWER || fill == CUBLAS_FILL_MODE_UPPER; }
inline bool is_operation(cublasOperation_t op) { return op >= CUBLAS_OP_N && op <= CUBLAS_OP_C; }

inline cublasStatus_t submit(const LibraryCall& call, cublasHandle_t handle, std::string size, std::function<void()> work) {
    return call.submit(handle->stream, std::move(size), std::move(work)) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                                        : CUBLAS_STATUS_EXECUTION_FAILED;
}

// A square matrix of which one triangle is used.
struct Triangle {
    enum class Kind { full, band, packed };
    Kind kind;
    int n, leading = 1, band = 0;  // `band`: diagonals beside the main one
    bool is_valid() const {
        return n >= 0 && band >= 0 && leading >= (kind == Kind::full ? std::max(1, n) : kind == Kind::band ? band + 1 : 1);
    }
    Extent count() const {
        const auto order = static_cast<std::size_t>(n);
        return kind == Kind::packed ? Extent(order * (order + 1) / 2) : extent(kind == Kind::full ? n : band + 1, n, leading);
    }
    std::string text() const { return kind == Kind::band ? fmt::format("n {}, k {}", n, band) : fmt::format("n {}", n); }
};

// Calls a function of the library's Fortran interface, which takes the address of everything, and the length of each letter.
template <typename... A>
void call_fortran(const LibraryCall& call, char type, const char* name, const A&... arguments) {
    const auto by_address = []<typename V>(const V& value) {
        if constexpr (std::is_pointer_v<V>)
            return value;
        else
            return &value;
    };
    using Function = void(decltype(by_address(arguments))..., std::size_t, std::size_t, std::size_t, std::size_t);
    if (void* found = function(type, name)) return reinterpret_cast<Function*>(found)(by_address(arguments)..., 1, 1, 1, 1);
    call.unsupported(std::string(call.name) + " with this BLAS, which lacks " + type + name, "Install libopenblas0-pthread.");
}

template <typename T>
using Gemm = void(const char* op_a, const char* op_b, const int* m, const int* n, const int* k, const T* alpha, const T* a,
                  const int* lda, const T* b, const int* ldb, const T* beta, T* c, const int* ldc, std::size_t, std::size_t);

struct GemmShape {
    cublasOperation_t op_a, op_b;
    int m, n, k, lda, ldb, ldc;
    bool is_valid() const {
        const int rows_a = op_a == CUBLAS_OP_N ? m : k, rows_b = op_b == CUBLAS_OP_N ? k : n;
        return is_operation(op_a) && is_operation(op_b) && m >= 0 && n >= 0 && k >= 0 && lda >= std::max(1, rows_a) &&
               ldb >= std::max(1, rows_b) && ldc >= std::max(1, m);
    }
    Extent count_a() const { return op_a == CUBLAS_OP_N ? extent(m, k, lda) : extent(k, m, lda); }
    Extent count_b() const { return op_b == CUBLAS_OP_N ? extent(k, n, ldb) : extent(n, k, ldb); }
    Extent count_c() const { return extent(m, n, ldc); }
    std::string text() const { return fmt::format("m {}, n {}, k {}", m, n, k); }
};

template <typename T>
void gemm(const GemmShape& s, T alpha, const T* a, const T* b, T beta, T* c) {
    if (s.m == 0 || s.n == 0) return;
    constexpr char letter = std::is_same_v<T, float>                 ? 's'
                            : std::is_same_v<T, double>              ? 'd'
                            : std::is_same_v<T, std::complex<float>> ? 'c'
                                                                     : 'z';
    const char op_a = letter_of(s.op_a), op_b = letter_of(s.op_b);
    reinterpret_cast<Gemm<T>*>(function(letter, "gemm"))(&op_a, &op_b, &s.m, &s.n, &s.k, &alpha, a, &s.lda, b, &s.ldb, &beta, c,
                                                         &s.ldc, 1, 1);
}

}  // namespace warpwise::blas
