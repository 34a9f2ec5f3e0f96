// cuSOLVER's commonest functions of dense matrices, by the CPU's LAPACK.
#include <algorithm>
#include <set>
#include <string_view>

#include "program/libraries/lapack.h"
#include "program/runtime/api_table.h"

// It continues what blas.h includes.
#include "program/headers/cusolver_host.h"

struct cusolverDnContext {
    cudaStream_t stream = nullptr;
};

namespace warpwise::solver {
namespace {

struct Known {
    cusolverStatus_t code;
    const char *name, *text;
};
#define KNOWN(code, text) {code, #code, text}
constexpr Known kKnown[] = {
    KNOWN(CUSOLVER_STATUS_NOT_INITIALIZED, "the library was not initialized"),
    KNOWN(CUSOLVER_STATUS_INVALID_VALUE, "an unsupported value or parameter was passed to the function"),
    KNOWN(CUSOLVER_STATUS_EXECUTION_FAILED, "the function failed to launch on the GPU"),
    KNOWN(CUSOLVER_STATUS_INVALID_WORKSPACE, "the workspace is smaller than the function's bufferSize says"),
};
#undef KNOWN

cusolverStatus_t told(const LibraryCall& call, cusolverStatus_t code) {
    for (const Known& known : kKnown)
        if (known.code == code) call.returns(code, known.name, known.text);
    return code;
}

std::set<cusolverDnHandle_t>& handles() {
    static auto* all = new std::set<cusolverDnHandle_t>;
    return *all;
}

cusolverStatus_t may_run(cusolverDnHandle_t handle) {
    if (!handles().contains(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
    return Runtime::instance().sticky() == cudaSuccess ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}

cusolverStatus_t create(const LibraryCall& call, cusolverDnHandle_t* out) {
    if (out == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    if (lapack::function('s', "getrf") == nullptr) {
        Runtime::instance().tell("unsupported", call.place, std::string(call.name) + ": " + lapack::library().problem(),
                                 lapack::library().remedy());
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    }
    *out = *handles().insert(new cusolverDnContext).first;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t submit(const LibraryCall& call, cusolverDnHandle_t h, std::string size, std::function<void()> work) {
    return call.submit(h->stream, std::move(size), std::move(work)) == cudaSuccess ? CUSOLVER_STATUS_SUCCESS
                                                                                   : CUSOLVER_STATUS_EXECUTION_FAILED;
}

// LAPACK has a workspace of its own here; the program's is only checked, as a GPU would use it.
constexpr int kBlock = 32;
int work_size(int n) { return kBlock * std::max(1, n); }

cusolverStatus_t give_size(cusolverDnHandle_t h, bool is_valid, int n, int* size) {
    if (const auto status = may_run(h)) return status;
    if (!is_valid || size == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    *size = work_size(n);
    return CUSOLVER_STATUS_SUCCESS;
}

template <typename T>
bool has_work(const LibraryCall& call, T* work, int size) {
    return call.device<T>(work, static_cast<std::size_t>(size), "the workspace", Touch::writes) != nullptr;
}

int* info_of(const LibraryCall& call, int* info) { return call.device<int>(info, 1, "info", Touch::writes); }

bool is_matrix(int m, int n, int lda) { return m >= 0 && n >= 0 && lda >= std::max(1, m); }
std::string size_text(int m, int n) { return fmt::format("m {}, n {}", m, n); }
std::size_t count_of(int n) { return static_cast<std::size_t>(std::max(0, n)); }

template <typename T>
cusolverStatus_t getrf(const LibraryCall& call, cusolverDnHandle_t h, int m, int n, T* a, int lda, T* work, int* pivots,
                       int* info) {
    if (const auto status = may_run(h)) return status;
    if (!is_matrix(m, n, lda)) return CUSOLVER_STATUS_INVALID_VALUE;
    return submit(call, h, size_text(m, n), [=] {
        T* matrix = call.device<T>(a, blas::extent(m, n, lda), "A", Touch::updates);
        int* exchanged =
            matrix && pivots ? call.device<int>(pivots, count_of(std::min(m, n)), "the pivots", Touch::writes) : nullptr;
        if (matrix == nullptr || (pivots && !exchanged) || !has_work(call, work, work_size(n))) return;
        if (int* told_info = info_of(call, info)) *told_info = lapack::factor(m, n, matrix, lda, exchanged);
    });
}

template <typename T>
cusolverStatus_t getrs(const LibraryCall& call, cusolverDnHandle_t h, cublasOperation_t op, int n, int columns, const T* a, int lda,
                       const int* pivots, T* b, int ldb, int* info) {
    if (const auto status = may_run(h)) return status;
    if (!blas::is_operation(op) || !is_matrix(n, n, lda) || !is_matrix(n, columns, ldb)) return CUSOLVER_STATUS_INVALID_VALUE;
    return submit(call, h, size_text(n, columns), [=] {
        const T* matrix = call.device<const T>(a, blas::extent(n, n, lda), "A", Touch::reads);
        T* side = matrix ? call.device<T>(b, blas::extent(n, columns, ldb), "B", Touch::updates) : nullptr;
        const int* exchanged = side && pivots ? call.device<const int>(pivots, count_of(n), "the pivots", Touch::reads) : nullptr;
        int* told_info = side && (exchanged || !pivots) ? info_of(call, info) : nullptr;
        if (told_info == nullptr) return;
        const std::vector<int> none = lapack::no_exchanges(n);
        const char letter = blas::letter_of(op);
        lapack::run<T>("getrs", &letter, &n, &columns, matrix, &lda, exchanged ? exchanged : none.data(), side, &ldb, told_info,
                       std::size_t{1});
    });
}

template <typename T>
cusolverStatus_t potrf(const LibraryCall& call, cusolverDnHandle_t h, cublasFillMode_t fill, int n, T* a, int lda, T* work,
                       int size, int* info) {
    if (const auto status = may_run(h)) return status;
    if (!is_matrix(n, n, lda)) return CUSOLVER_STATUS_INVALID_VALUE;
    if (size < work_size(n)) return CUSOLVER_STATUS_INVALID_WORKSPACE;
    return submit(call, h, fmt::format("n {}", n), [=] {
        T* matrix = call.device<T>(a, blas::extent(n, n, lda), "A", Touch::updates);
        int* told_info = matrix && has_work(call, work, size) ? info_of(call, info) : nullptr;
        const char letter = blas::letter_of(fill);
        if (told_info) lapack::run<T>("potrf", &letter, &n, matrix, &lda, told_info, std::size_t{1});
    });
}

template <typename T>
cusolverStatus_t potrs(const LibraryCall& call, cusolverDnHandle_t h, cublasFillMode_t fill, int n, int columns, const T* a,
                       int lda, T* b, int ldb, int* info) {
    if (const auto status = may_run(h)) return status;
    if (!is_matrix(n, n, lda) || !is_matrix(n, columns, ldb)) return CUSOLVER_STATUS_INVALID_VALUE;
    return submit(call, h, size_text(n, columns), [=] {
        const T* matrix = call.device<const T>(a, blas::extent(n, n, lda), "A", Touch::reads);
        T* side = matrix ? call.device<T>(b, blas::extent(n, columns, ldb), "B", Touch::updates) : nullptr;
        int* told_info = side ? info_of(call, info) : nullptr;
        const char letter = blas::letter_of(fill);
        if (told_info) lapack::run<T>("potrs", &letter, &n, &columns, matrix, &lda, side, &ldb, told_info, std::size_t{1});
    });
}

template <typename T>
cusolverStatus_t geqrf(const LibraryCall& call, cusolverDnHandle_t h, int m, int n, T* a, int lda, T* tau, T* work, int size,
                       int* info) {
    if (const auto status = may_run(h)) return status;
    if (!is_matrix(m, n, lda)) return CUSOLVER_STATUS_INVALID_VALUE;
    if (size < work_size(n)) return CUSOLVER_STATUS_INVALID_WORKSPACE;
    return submit(call, h, size_text(m, n), [=] {
        T* matrix = call.device<T>(a, blas::extent(m, n, lda), "A", Touch::updates);
        T* factors = matrix ? call.device<T>(tau, count_of(std::min(m, n)), "tau", Touch::writes) : nullptr;
        int* told_info = factors && has_work(call, work, size) ? info_of(call, info) : nullptr;
        std::vector<T> own(count_of(work_size(n)));
        const int own_size = static_cast<int>(own.size());
        if (told_info) lapack::run<T>("geqrf", &m, &n, matrix, &lda, factors, own.data(), &own_size, told_info);
    });
}

// Q of geqrf, itself or times a matrix.
template <typename T>
cusolverStatus_t orgqr(const LibraryCall& call, cusolverDnHandle_t h, int m, int n, int k, T* a, int lda, const T* tau, T* work,
                       int size, int* info) {
    if (const auto status = may_run(h)) return status;
    if (!is_matrix(m, n, lda) || n > m || k < 0 || k > n) return CUSOLVER_STATUS_INVALID_VALUE;
    if (size < work_size(n)) return CUSOLVER_STATUS_INVALID_WORKSPACE;
    return submit(call, h, fmt::format("m {}, n {}, k {}", m, n, k), [=] {
        T* matrix = call.device<T>(a, blas::extent(m, n, lda), "A", Touch::updates);
        const T* factors = matrix ? call.device<const T>(tau, count_of(k), "tau", Touch::reads) : nullptr;
        int* told_info = factors && has_work(call, work, size) ? info_of(call, info) : nullptr;
        std::vector<T> own(count_of(work_size(n)));
        const int own_size = static_cast<int>(own.size());
        if (told_info) lapack::run<T>("orgqr", &m, &n, &k, matrix, &lda, factors, own.data(), &own_size, told_info);
    });
}

template <typename T>
cusolverStatus_t ormqr(const LibraryCall& call, cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t op, int m, int n,
                       int k, const T* a, int lda, const T* tau, T* c, int ldc, T* work, int size, int* info) {
    if (const auto status = may_run(h)) return status;
    const int rows = side == CUBLAS_SIDE_LEFT ? m : n;
    if (!blas::is_operation(op) || !is_matrix(rows, k, lda) || k > rows || !is_matrix(m, n, ldc))
        return CUSOLVER_STATUS_INVALID_VALUE;
    if (size < work_size(std::max(m, n))) return CUSOLVER_STATUS_INVALID_WORKSPACE;
    return submit(call, h, fmt::format("m {}, n {}, k {}", m, n, k), [=] {
        const T* matrix = call.device<const T>(a, blas::extent(rows, k, lda), "A", Touch::reads);
        const T* factors = matrix ? call.device<const T>(tau, count_of(k), "tau", Touch::reads) : nullptr;
        T* to = factors ? call.device<T>(c, blas::extent(m, n, ldc), "C", Touch::updates) : nullptr;
        int* told_info = to && has_work(call, work, size) ? info_of(call, info) : nullptr;
        if (told_info == nullptr) return;
        std::vector<T> own(count_of(work_size(std::max(m, n))));
        const int own_size = static_cast<int>(own.size());
        const char s = blas::letter_of(side), o = op == CUBLAS_OP_N ? 'N' : 'T';
        lapack::run<T>("ormqr", &s, &o, &m, &n, &k, matrix, &lda, factors, to, &ldc, own.data(), &own_size, told_info,
                       std::size_t{1}, std::size_t{1});
    });
}

template <typename T>
cusolverStatus_t gesvd(const LibraryCall& call, cusolverDnHandle_t h, char u_job, char vt_job, int m, int n, T* a, int lda, T* s,
                       T* u, int ldu, T* vt, int ldvt, T* work, int size, int* info) {
    if (const auto status = may_run(h)) return status;
    constexpr std::string_view jobs = "ASON";
    if (!is_matrix(m, n, lda) || m < n || !jobs.contains(u_job) || !jobs.contains(vt_job) || (u_job == 'O' && vt_job == 'O'))
        return CUSOLVER_STATUS_INVALID_VALUE;
    const bool has_u = u_job == 'A' || u_job == 'S', has_vt = vt_job == 'A' || vt_job == 'S';
    if ((has_u && ldu < std::max(1, m)) || (has_vt && ldvt < std::max(1, n))) return CUSOLVER_STATUS_INVALID_VALUE;
    if (size < work_size(m + n)) return CUSOLVER_STATUS_INVALID_WORKSPACE;
    return submit(call, h, size_text(m, n), [=] {
        T* matrix = call.device<T>(a, blas::extent(m, n, lda), "A", Touch::updates);
        T* values = matrix ? call.device<T>(s, count_of(n), "S", Touch::writes) : nullptr;
        T* left = values && has_u ? call.device<T>(u, blas::extent(m, u_job == 'A' ? m : n, ldu), "U", Touch::writes) : nullptr;
        T* right = values && has_vt ? call.device<T>(vt, blas::extent(n, n, ldvt), "VT", Touch::writes) : nullptr;
        if (values == nullptr || (has_u && !left) || (has_vt && !right) || !has_work(call, work, size)) return;
        int* told_info = info_of(call, info);
        if (told_info == nullptr) return;
        std::vector<T> own(count_of(work_size(m + n)) + count_of(3 * n + m) + count_of(5 * n));
        const int own_size = static_cast<int>(own.size());
        lapack::run<T>("gesvd", &u_job, &vt_job, &m, &n, matrix, &lda, values, left, &ldu, right, &ldvt, own.data(), &own_size,
                       told_info, std::size_t{1}, std::size_t{1});
    });
}

template <typename T>
cusolverStatus_t syevd(const LibraryCall& call, cusolverDnHandle_t h, cusolverEigMode_t job, cublasFillMode_t fill, int n, T* a,
                       int lda, T* w, T* work, int size, int* info) {
    if (const auto status = may_run(h)) return status;
    if (!is_matrix(n, n, lda)) return CUSOLVER_STATUS_INVALID_VALUE;
    if (size < work_size(n)) return CUSOLVER_STATUS_INVALID_WORKSPACE;
    return submit(call, h, fmt::format("n {}", n), [=] {
        T* matrix = call.device<T>(a, blas::extent(n, n, lda), "A", Touch::updates);
        T* values = matrix ? call.device<T>(w, count_of(n), "W", Touch::writes) : nullptr;
        int* told_info = values && has_work(call, work, size) ? info_of(call, info) : nullptr;
        if (told_info == nullptr) return;
        const char j = job == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', f = blas::letter_of(fill);
        // LAPACK says how much it needs.
        T needed{};
        int needed_whole = 0;
        const int asks = -1;
        lapack::run<T>("syevd", &j, &f, &n, matrix, &lda, values, &needed, &asks, &needed_whole, &asks, told_info, std::size_t{1},
                       std::size_t{1});
        std::vector<T> own(static_cast<std::size_t>(needed) + 1);
        std::vector<int> own_whole(count_of(needed_whole) + 1);
        const int own_size = static_cast<int>(own.size()), whole_size = static_cast<int>(own_whole.size());
        lapack::run<T>("syevd", &j, &f, &n, matrix, &lda, values, own.data(), &own_size, own_whole.data(), &whole_size, told_info,
                       std::size_t{1}, std::size_t{1});
    });
}

}  // namespace
}  // namespace warpwise::solver

extern "C" {

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* out) {
    WARPWISE_LIBRARY_CALL("cusolverDnCreate");
    return warpwise::solver::told(call, warpwise::solver::create(call, out));
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
    WARPWISE_LIBRARY_CALL("cusolverDnDestroy");
    if (warpwise::solver::handles().erase(handle) == 0) return warpwise::solver::told(call, CUSOLVER_STATUS_NOT_INITIALIZED);
    delete handle;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
    WARPWISE_LIBRARY_CALL("cusolverDnSetStream");
    if (!warpwise::solver::handles().contains(handle)) return warpwise::solver::told(call, CUSOLVER_STATUS_NOT_INITIALIZED);
    handle->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
    WARPWISE_LIBRARY_CALL("cusolverDnGetStream");
    if (!warpwise::solver::handles().contains(handle)) return warpwise::solver::told(call, CUSOLVER_STATUS_NOT_INITIALIZED);
    *stream = handle->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetVersion(int* version) {
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}

// The function NAME, which takes a handle and PARAMETERS, does EXPRESSION.
#define SOLVER(NAME, PARAMETERS, EXPRESSION) \
    cusolverStatus_t NAME PARAMETERS {       \
        WARPWISE_LIBRARY_CALL(#NAME);        \
        using namespace warpwise::solver;    \
        return told(call, EXPRESSION);       \
    }
#define SOLVERS(P, T)                                                                                                              \
    SOLVER(cusolverDn##P##getrf_bufferSize, (cusolverDnHandle_t h, int m, int n, T*, int lda, int* size),                          \
           give_size(h, is_matrix(m, n, lda), n, size))                                                                            \
    SOLVER(cusolverDn##P##getrf, (cusolverDnHandle_t h, int m, int n, T* a, int lda, T* work, int* pivots, int* info),             \
           getrf(call, h, m, n, a, lda, work, pivots, info))                                                                       \
    SOLVER(cusolverDn##P##getrs,                                                                                                   \
           (cusolverDnHandle_t h, cublasOperation_t op, int n, int columns, const T* a, int lda, const int* pivots, T* b, int ldb, \
            int* info),                                                                                                            \
           getrs(call, h, op, n, columns, a, lda, pivots, b, ldb, info))                                                           \
    SOLVER(cusolverDn##P##potrf_bufferSize, (cusolverDnHandle_t h, cublasFillMode_t, int n, T*, int lda, int* size),               \
           give_size(h, is_matrix(n, n, lda), n, size))                                                                            \
    SOLVER(cusolverDn##P##potrf,                                                                                                   \
           (cusolverDnHandle_t h, cublasFillMode_t fill, int n, T* a, int lda, T* work, int size, int* info),                      \
           potrf(call, h, fill, n, a, lda, work, size, info))                                                                      \
    SOLVER(cusolverDn##P##potrs,                                                                                                   \
           (cusolverDnHandle_t h, cublasFillMode_t fill, int n, int columns, const T* a, int lda, T* b, int ldb, int* info),       \
           potrs(call, h, fill, n, columns, a, lda, b, ldb, info))                                                                 \
    SOLVER(cusolverDn##P##geqrf_bufferSize, (cusolverDnHandle_t h, int m, int n, T*, int lda, int* size),                          \
           give_size(h, is_matrix(m, n, lda), n, size))                                                                            \
    SOLVER(cusolverDn##P##geqrf, (cusolverDnHandle_t h, int m, int n, T* a, int lda, T* tau, T* work, int size, int* info),        \
           geqrf(call, h, m, n, a, lda, tau, work, size, info))                                                                    \
    SOLVER(cusolverDn##P##ormqr_bufferSize,                                                                                        \
           (cusolverDnHandle_t h, cublasSideMode_t, cublasOperation_t, int m, int n, int, const T*, int, const T*, const T*,       \
            int ldc, int* size),                                                                                                   \
           give_size(h, is_matrix(m, n, ldc), std::max(m, n), size))                                                               \
    SOLVER(cusolverDn##P##ormqr,                                                                                                   \
           (cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const T* a, int lda,           \
            const T* tau, T* c, int ldc, T* work, int size, int* info),                                                            \
           ormqr(call, h, side, op, m, n, k, a, lda, tau, c, ldc, work, size, info))                                               \
    SOLVER(cusolverDn##P##orgqr_bufferSize, (cusolverDnHandle_t h, int m, int n, int, const T*, int lda, const T*, int* size),     \
           give_size(h, is_matrix(m, n, lda), n, size))                                                                            \
    SOLVER(cusolverDn##P##orgqr,                                                                                                   \
           (cusolverDnHandle_t h, int m, int n, int k, T* a, int lda, const T* tau, T* work, int size, int* info),                 \
           orgqr(call, h, m, n, k, a, lda, tau, work, size, info))                                                                 \
    SOLVER(cusolverDn##P##gesvd_bufferSize, (cusolverDnHandle_t h, int m, int n, int* size),                                       \
           give_size(h, m >= n && n >= 0, m + n, size))                                                                            \
    SOLVER(                                                                                                                        \
        cusolverDn##P##gesvd,                                                                                                      \
        (cusolverDnHandle_t h, signed char u_job, signed char vt_job, int m, int n, T* a, int lda, T* s, T* u, int ldu, T* vt,     \
         int ldvt, T* work, int size, T*, int* info),                                                                              \
        gesvd(call, h, static_cast<char>(u_job), static_cast<char>(vt_job), m, n, a, lda, s, u, ldu, vt, ldvt, work, size, info))  \
    SOLVER(cusolverDn##P##syevd_bufferSize,                                                                                        \
           (cusolverDnHandle_t h, cusolverEigMode_t, cublasFillMode_t, int n, const T*, int lda, const T*, int* size),             \
           give_size(h, is_matrix(n, n, lda), n, size))                                                                            \
    SOLVER(cusolverDn##P##syevd,                                                                                                   \
           (cusolverDnHandle_t h, cusolverEigMode_t job, cublasFillMode_t fill, int n, T* a, int lda, T* w, T* work, int size,     \
            int* info),                                                                                                            \
           syevd(call, h, job, fill, n, a, lda, w, work, size, info))
SOLVERS(S, float)
SOLVERS(D, double)
#undef SOLVERS
#undef SOLVER

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}
#define API_OF_SOLVER(P)                                                                                       \
    API(cusolverDn##P##getrf_bufferSize), API(cusolverDn##P##getrf), API(cusolverDn##P##getrs),                \
        API(cusolverDn##P##potrf_bufferSize), API(cusolverDn##P##potrf), API(cusolverDn##P##potrs),            \
        API(cusolverDn##P##geqrf_bufferSize), API(cusolverDn##P##geqrf), API(cusolverDn##P##ormqr_bufferSize), \
        API(cusolverDn##P##ormqr), API(cusolverDn##P##orgqr_bufferSize), API(cusolverDn##P##orgqr),            \
        API(cusolverDn##P##gesvd_bufferSize), API(cusolverDn##P##gesvd), API(cusolverDn##P##syevd_bufferSize), \
        API(cusolverDn##P##syevd)

std::vector<HostFunction> solver_functions() {
    return {API(cusolverDnCreate),   API(cusolverDnDestroy), API(cusolverDnSetStream), API(cusolverDnGetStream),
            API(cusolverGetVersion), API_OF_SOLVER(S),       API_OF_SOLVER(D)};
}

}  // namespace warpwise
