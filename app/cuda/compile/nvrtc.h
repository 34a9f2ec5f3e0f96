// NVRTC, the run-time compiler of CUDA C++, as a table of typed functions, and where it and its headers are looked for.
#pragma once

#include <nvrtc.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "cuda/driver/shared_library.h"

namespace warpwise {

// A list of names: clang-format takes it for nested calls.
// clang-format off
#define WARPWISE_NVRTC_FUNCTIONS(X)                                                                            \
    X(nvrtcVersion) X(nvrtcGetErrorString) X(nvrtcCreateProgram) X(nvrtcDestroyProgram) X(nvrtcCompileProgram) \
    X(nvrtcAddNameExpression) X(nvrtcGetLoweredName) X(nvrtcGetProgramLogSize) X(nvrtcGetProgramLog)           \
    X(nvrtcGetCUBINSize) X(nvrtcGetCUBIN) X(nvrtcGetPTXSize) X(nvrtcGetPTX) X(nvrtcGetNumSupportedArchs)       \
    X(nvrtcGetSupportedArchs)
// clang-format on

struct Nvrtc {
#define X(name) decltype(&::name) name = nullptr;
    WARPWISE_NVRTC_FUNCTIONS(X)
#undef X
    SharedLibrary builtins, library;  // closed in the reverse order
    int major = 0, minor = 0;
    std::vector<int> architectures;                   // that it compiles for: 75, 80, 90, ...; ascending
    std::vector<std::filesystem::path> include_dirs;  // where cuda_fp16.h and cooperative_groups.h lie; may be empty

    // The newest NVRTC found. The Error lists where it was looked for.
    static Result<Nvrtc> open();
};

// The folders that may hold a toolkit's or the wheels' libraries, in the order of the search: CUDA_HOME, CUDA_PATH, the
// package's own, /usr/local/cuda*, /opt/cuda, the wheels that scripts/setup fetches.
std::vector<std::filesystem::path> cuda_library_dirs();
std::vector<std::filesystem::path> cuda_include_dirs();

}  // namespace warpwise
