// cuBLAS's rotations of two vectors.
#include <array>

#include "program/libraries/blas.h"
#include "program/runtime/api_table.h"

using namespace warpwise;
using namespace warpwise::blas;

namespace {

template <typename V, typename S>
V conjugated_if_complex(const V&, const S& s) {
    if constexpr (std::is_floating_point_v<S>)
        return V(s);
    else
        return std::conj(s);
}

// (x, y) becomes (c x + s y, c y - conj(s) x).
template <typename T, typename C, typename S>
cublasStatus_t rot(const LibraryCall& call, cublasHandle_t h, int n, T* x, int incx, T* y, int incy, const C* c, const S* s) {
    if (const auto status = may_run(h)) return status;
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<C> cosine(call, h, c, "c");
    const Scalar<S> sine(call, h, s, "s");
    if (!cosine.is_given() || !sine.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, length(n), [=] {
        const auto by = cosine.get(call);
        const auto with = sine.get(call);
        auto* left = by && with ? write(call, x, extent(n, incx), "x") : nullptr;
        auto* right = left ? write(call, y, extent(n, incy), "y") : nullptr;
        for (int i = 0; right && i < n; ++i) {
            auto &u = left[at(i, n, incx)], &v = right[at(i, n, incy)];
            const auto before = u;
            u = *by * before + *with * v;
            v = *by * v - conjugated_if_complex(v, *with) * before;
        }
    });
}

// A number that the function reads and writes: in the host's or the device's memory, as the handle says.
template <typename T>
Value<T>* number(const LibraryCall& call, cublasPointerMode_t mode, T* p, const char* what) {
    if (mode == CUBLAS_POINTER_MODE_DEVICE) return write(call, p, 1, what);
    return reinterpret_cast<Value<T>*>(call.host_array(
        p, sizeof(T), what, "Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) for numbers in the device's memory."));
}

template <typename T, typename C>
cublasStatus_t rotg(const LibraryCall& call, cublasHandle_t h, T* a, T* b, C* c, T* s) {
    if (const auto status = may_run(h)) return status;
    return blas::submit(call, h, length(1), [=, mode = h->pointers] {
        if (mode == CUBLAS_POINTER_MODE_HOST) call.wait();
        auto* first = number(call, mode, a, "a");
        auto* second = first ? number(call, mode, b, "b") : nullptr;
        auto* cosine = second ? number(call, mode, c, "c") : nullptr;
        auto* sine = cosine ? number(call, mode, s, "s") : nullptr;
        if (sine) call_fortran(call, Number<T>::kLetter, "rotg", first, second, cosine, sine);
    });
}

constexpr std::size_t kModified = 5;  // numbers that say what a modified rotation does

template <typename T>
cublasStatus_t rotm(const LibraryCall& call, cublasHandle_t h, int n, T* x, int incx, T* y, int incy, const T* parameters) {
    if (const auto status = may_run(h)) return status;
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    std::array<T, kModified> given{};
    const bool is_of_device = h->pointers == CUBLAS_POINTER_MODE_DEVICE;
    if (!is_of_device) {
        const auto* there = call.host_array(parameters, sizeof given, "the parameters",
                                            "Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) for parameters in the "
                                            "device's memory.");
        if (there == nullptr) return CUBLAS_STATUS_SUCCESS;
        std::copy_n(reinterpret_cast<const T*>(there), kModified, given.begin());
    }
    return blas::submit(call, h, length(n), [=] {
        const T* how = is_of_device ? read(call, parameters, kModified, "the parameters") : given.data();
        T* left = how ? write(call, x, extent(n, incx), "x") : nullptr;
        T* right = left ? write(call, y, extent(n, incy), "y") : nullptr;
        if (right) call_fortran(call, Number<T>::kLetter, "rotm", n, left, incx, right, incy, how);
    });
}

template <typename T>
cublasStatus_t rotmg(const LibraryCall& call, cublasHandle_t h, T* d1, T* d2, T* x1, const T* y1, T* parameters) {
    if (const auto status = may_run(h)) return status;
    const Scalar<T> last(call, h, y1, "y1");
    if (!last.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, length(1), [=, mode = h->pointers] {
        if (mode == CUBLAS_POINTER_MODE_HOST) call.wait();
        const auto y = last.get(call);
        T* first = y ? number(call, mode, d1, "d1") : nullptr;
        T* second = first ? number(call, mode, d2, "d2") : nullptr;
        T* x = second ? number(call, mode, x1, "x1") : nullptr;
        T* how = nullptr;
        if (x && mode == CUBLAS_POINTER_MODE_DEVICE) how = write(call, parameters, kModified, "the parameters", Touch::writes);
        if (x && mode == CUBLAS_POINTER_MODE_HOST)
            how =
                reinterpret_cast<T*>(call.host_array(parameters, kModified * sizeof(T), "the parameters",
                                                     "Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) for parameters "
                                                     "in the device's memory."));
        if (how) call_fortran(call, Number<T>::kLetter, "rotmg", first, second, x, *y, how);
    });
}

}  // namespace

extern "C" {

#define ROT(name, T, C, S)                                                                                 \
    cublasStatus_t name(cublasHandle_t h, int n, T* x, int incx, T* y, int incy, const C* c, const S* s) { \
        WARPWISE_LIBRARY_CALL(#name);                                                                      \
        return told(call, rot(call, h, n, x, incx, y, incy, c, s));                                        \
    }
ROT(cublasSrot, float, float, float)
ROT(cublasDrot, double, double, double)
ROT(cublasCrot, cuComplex, float, cuComplex)
ROT(cublasZrot, cuDoubleComplex, double, cuDoubleComplex)
ROT(cublasCsrot, cuComplex, float, float)
ROT(cublasZdrot, cuDoubleComplex, double, double)

#define ROTG(name, T, C)                                            \
    cublasStatus_t name(cublasHandle_t h, T* a, T* b, C* c, T* s) { \
        WARPWISE_LIBRARY_CALL(#name);                               \
        return told(call, rotg(call, h, a, b, c, s));               \
    }
ROTG(cublasSrotg, float, float)
ROTG(cublasDrotg, double, double)
ROTG(cublasCrotg, cuComplex, float)
ROTG(cublasZrotg, cuDoubleComplex, double)

#define MODIFIED(P, T)                                                                                             \
    cublasStatus_t cublas##P##rotm(cublasHandle_t h, int n, T* x, int incx, T* y, int incy, const T* parameters) { \
        WARPWISE_LIBRARY_CALL("cublas" #P "rotm");                                                                 \
        return told(call, rotm(call, h, n, x, incx, y, incy, parameters));                                         \
    }                                                                                                              \
    cublasStatus_t cublas##P##rotmg(cublasHandle_t h, T* d1, T* d2, T* x1, const T* y1, T* parameters) {           \
        WARPWISE_LIBRARY_CALL("cublas" #P "rotmg");                                                                \
        return told(call, rotmg(call, h, d1, d2, x1, y1, parameters));                                             \
    }
MODIFIED(S, float)
MODIFIED(D, double)

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> blas_rotation_functions() {
    return {
        API(cublasSrot),  API(cublasDrot),  API(cublasCrot),   API(cublasZrot),   API(cublasCsrot),
        API(cublasZdrot), API(cublasSrotg), API(cublasDrotg),  API(cublasCrotg),  API(cublasZrotg),
        API(cublasSrotm), API(cublasDrotm), API(cublasSrotmg), API(cublasDrotmg),
    };
}

}  // namespace warpwise
