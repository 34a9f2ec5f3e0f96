#include "program/libraries/blas.h"

#include <algorithm>
#include <set>

namespace warpwise::blas {
namespace {

struct Known {
    cublasStatus_t code;
    const char *name, *text;
};
#define KNOWN(code, text) {code, #code, text}
constexpr Known kKnown[] = {
    KNOWN(CUBLAS_STATUS_SUCCESS, "success"),
    KNOWN(CUBLAS_STATUS_NOT_INITIALIZED, "the library was not initialized"),
    KNOWN(CUBLAS_STATUS_ALLOC_FAILED, "the resource allocation failed"),
    KNOWN(CUBLAS_STATUS_INVALID_VALUE, "an unsupported value or parameter was passed to the function"),
    KNOWN(CUBLAS_STATUS_ARCH_MISMATCH, "the function requires a feature absent from the device"),
    KNOWN(CUBLAS_STATUS_MAPPING_ERROR, "an access to GPU memory space failed"),
    KNOWN(CUBLAS_STATUS_EXECUTION_FAILED, "the function failed to launch on the GPU"),
    KNOWN(CUBLAS_STATUS_INTERNAL_ERROR, "an internal operation failed"),
    KNOWN(CUBLAS_STATUS_NOT_SUPPORTED, "the functionality requested is not supported"),
    KNOWN(CUBLAS_STATUS_LICENSE_ERROR, "the functionality requested requires some license"),
};
#undef KNOWN

const Known* find(cublasStatus_t code) {
    const auto* found = std::ranges::find(kKnown, code, &Known::code);
    return found == std::end(kKnown) ? nullptr : found;
}

std::set<cublasHandle_t>& handles() {
    static auto* all = new std::set<cublasHandle_t>;
    return *all;
}

cublasStatus_t create(const LibraryCall& call, cublasHandle_t* out) {
    if (out == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    if (function('s', "gemm") == nullptr) {
        Runtime::instance().tell("unsupported", call.place, std::string(call.name) + ": " + library().problem(),
                                 library().remedy());
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    *out = *handles().insert(new cublasContext).first;
    return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

const CpuLibraryFile& library() {
    static const CpuLibraryFile file("BLAS, which computes cuBLAS's functions,", "WARPWISE_OPENBLAS",
                                     {"libopenblas.so.0", "libblas.so.3"}, "libopenblas0-pthread");
    return file;
}

void* function(char letter, const char* name) {
    const std::string plain = std::string(1, letter) + name + "_";
    if (void* found = library().find(plain)) return found;
    return library().find("scipy_" + plain);  // of the build that is a Python wheel
}

bool is_handle(cublasHandle_t handle) { return handles().contains(handle); }

cublasStatus_t told(const LibraryCall& call, cublasStatus_t code) {
    if (const Known* known = find(code)) call.returns(code, known->name, known->text);
    return code;
}

cublasStatus_t may_run(cublasHandle_t handle) {
    if (!is_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
    return Runtime::instance().sticky() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace warpwise::blas

using namespace warpwise;
using namespace warpwise::blas;

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* out) {
    WARPWISE_LIBRARY_CALL("cublasCreate");
    return told(call, create(call, out));
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    WARPWISE_LIBRARY_CALL("cublasDestroy");
    if (handles().erase(handle) == 0) return told(call, CUBLAS_STATUS_NOT_INITIALIZED);
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

const char* cublasGetStatusName(cublasStatus_t code) { return find(code) ? find(code)->name : "unknown status"; }
const char* cublasGetStatusString(cublasStatus_t code) { return find(code) ? find(code)->text : "unknown status"; }

#define SETTING(name, Type, member)                                               \
    cublasStatus_t cublasSet##name(cublasHandle_t handle, Type value) {           \
        WARPWISE_LIBRARY_CALL("cublasSet" #name);                                 \
        if (!is_handle(handle)) return told(call, CUBLAS_STATUS_NOT_INITIALIZED); \
        handle->member = value;                                                   \
        return CUBLAS_STATUS_SUCCESS;                                             \
    }                                                                             \
    cublasStatus_t cublasGet##name(cublasHandle_t handle, Type* value) {          \
        WARPWISE_LIBRARY_CALL("cublasGet" #name);                                 \
        if (!is_handle(handle)) return told(call, CUBLAS_STATUS_NOT_INITIALIZED); \
        *value = handle->member;                                                  \
        return CUBLAS_STATUS_SUCCESS;                                             \
    }
SETTING(Stream, cudaStream_t, stream)
SETTING(PointerMode, cublasPointerMode_t, pointers)
SETTING(MathMode, cublasMath_t, math)
#undef SETTING

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void*, size_t) { return CUBLAS_STATUS_SUCCESS; }

}  // extern "C"
