#include "simt/prelude_texts.h"

#include <string>
#include <vector>

namespace warpwise::simt {
namespace {

constexpr std::string_view kBase =
#include "simt/prelude/base.inc"
    ;
constexpr std::string_view kWarp =
#include "simt/prelude/warp.inc"
    ;
constexpr std::string_view kMath =
#include "simt/prelude/math.inc"
    ;
constexpr std::string_view kHeap =
#include "simt/prelude/heap.inc"
    ;
constexpr std::string_view kMoreMath =
#include "simt/prelude/more_math.inc"
    ;
constexpr std::string_view kRounding =
#include "simt/prelude/rounding.inc"
    ;
constexpr std::string_view kAlgorithm =
#include "simt/prelude/algorithm.inc"
    ;
constexpr std::string_view kAtomic =
#include "simt/prelude/cuda_atomic.inc"
    ;
constexpr std::string_view kBfloat =
#include "simt/prelude/cuda_bf16.inc"
    ;
constexpr std::string_view kHelperMath =
#include "simt/prelude/helper_math.inc"
    ;
constexpr std::string_view kHostLibrary =
#include "simt/prelude/host_library.inc"
    ;
constexpr std::string_view kHalf =
#include "simt/prelude/cuda_fp16.inc"
    ;
constexpr std::string_view kCooperativeGroups =
#include "simt/prelude/cooperative_groups.inc"
    ;
constexpr std::string_view kHostRuntime =
#include "simt/prelude/cuda_runtime.inc"
    ;
constexpr std::string_view kTypeTraits =
#include "simt/prelude/type_traits.inc"
    ;
constexpr std::string_view kLimits =
#include "simt/prelude/limits.inc"
    ;
constexpr std::string_view kStdMath =
#include "simt/prelude/cmath.inc"
    ;
// The prelude itself has what these would bring.
constexpr std::string_view kNothing = "#pragma once\n";
constexpr std::string_view kUtility = "#pragma once\n#include <type_traits>\n";
constexpr std::string_view kReduce = "#pragma once\n#include <cooperative_groups.h>\n";
constexpr std::string_view kCudaTypeTraits = "#pragma once\n#include <type_traits>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kCudaLimits = "#pragma once\n#include <limits>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kCudaMath = "#pragma once\n#include <cmath>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kStdInt =
    "#pragma once\nnamespace std { using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t; using ::int32_t; "
    "using ::uint32_t; using ::int64_t; using ::uint64_t; using ::uintptr_t; using ::intptr_t; using ::size_t; "
    "using ::ptrdiff_t; using ::nullptr_t; }\n";
constexpr std::string_view kCudaStdInt = "#pragma once\n#include <cstdint>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kStdIo = "#pragma once\nnamespace std { using ::printf; }\n";
constexpr std::string_view kStdString = "#pragma once\nnamespace std { using ::memcpy; using ::memmove; using ::memset; }\n";

constexpr std::string_view kTime = "#pragma once\ntypedef long clock_t;\n#define CLOCKS_PER_SEC 1000000\n";

constexpr HeaderText kHeaders[] = {
    {"cuda_runtime.h", kHostRuntime},
    {"cuda_runtime_api.h", kHostRuntime},
    {"cuda.h", kHostRuntime},
    {"device_launch_parameters.h", kNothing},
    {"device_functions.h", kNothing},
    {"sm_20_intrinsics.h", kNothing},
    {"sm_30_intrinsics.h", kNothing},
    {"vector_types.h", kNothing},
    {"vector_functions.h", kNothing},
    {"math_constants.h", kNothing},
    {"math_functions.h", kNothing},
    {"cuda_fp16.h", kHalf},
    {"cooperative_groups.h", kCooperativeGroups},
    {"cuda_bf16.h", kBfloat},
    {"cooperative_groups/reduce.h", kReduce},
    {"cooperative_groups/scan.h", kReduce},
    {"cooperative_groups/memcpy_async.h", kReduce},
    {"helper_math.h", kHelperMath},
    {"cutil_math.h", kHelperMath},
    {"algorithm", kAlgorithm},
    {"array", kAlgorithm},
    {"cuda/std/array", kAlgorithm},
    {"cuda/std/algorithm", kAlgorithm},
    {"cuda/std/atomic", kAtomic},
    {"cuda/atomic", kAtomic},
    {"time.h", kTime},
    {"ctime", kTime},
    {"memory.h", kNothing},
    {"sm_35_intrinsics.h", kNothing},
    {"cuda_device_runtime_api.h", kNothing},
    {"stdio.h", kNothing},
    {"cstdio", kStdIo},
    {"stdlib.h", kNothing},
    {"cstdlib", kNothing},
    {"string.h", kNothing},
    {"cstring", kStdString},
    {"math.h", kNothing},
    {"cmath", kStdMath},
    {"stdint.h", kNothing},
    {"cstdint", kStdInt},
    {"inttypes.h", kNothing},
    {"stddef.h", kNothing},
    {"cstddef", kStdInt},
    {"stdbool.h", kNothing},
    {"assert.h", kNothing},
    {"cassert", kNothing},
    {"limits.h", kNothing},
    {"climits", kNothing},
    {"float.h", kNothing},
    {"cfloat", kNothing},
    {"limits", kLimits},
    {"type_traits", kTypeTraits},
    {"utility", kUtility},
    {"cuda/std/cstdint", kCudaStdInt},
    {"cuda/std/cstddef", kCudaStdInt},
    {"cuda/std/type_traits", kCudaTypeTraits},
    {"cuda/std/utility", kCudaTypeTraits},
    {"cuda/std/limits", kCudaLimits},
    {"cuda/std/cmath", kCudaMath},
};

}  // namespace

std::string_view prelude_text() {
    static const std::string text = "#pragma once\n#pragma clang system_header\n" + std::string(kBase) + std::string(kWarp) + std::string(kMath) +
                                    std::string(kHeap) + std::string(kMoreMath) + std::string(kRounding);
    return text;
}

std::span<const HeaderText> header_texts() { return kHeaders; }

std::span<const HeaderText> host_header_texts() {
    static const std::vector<HeaderText> headers = [] {
        std::vector<HeaderText> out;
        for (const char* name :
             {"iostream", "vector", "string", "map", "unordered_map", "set", "unordered_set", "list", "deque", "queue", "stack", "functional", "memory",
              "fstream", "sstream", "iomanip", "chrono", "random", "numeric", "complex", "exception", "stdexcept", "thread", "mutex", "tuple", "optional",
              "iterator", "bitset", "ios", "ostream", "istream", "sys/time.h", "unistd.h", "ctype.h", "cctype", "errno.h", "getopt.h", "helper_cuda.h",
              "helper_functions.h", "helper_timer.h", "helper_string.h", "helper_image.h", "curand.h", "cublas_v2.h", "cufft.h", "cusparse.h",
              "cuda_profiler_api.h", "nvToolsExt.h", "signal.h", "malloc.h", "omp.h"})
            out.push_back({name, kHostLibrary});
        return out;
    }();
    return headers;
}

std::string_view common_header_names() {
    return "cuda_fp16.h, cooperative_groups.h, cstdint, cmath, cstdio, cassert, limits, type_traits, utility";
}

}  // namespace warpwise::simt
