#include "simt/prelude_texts.h"

#include <string>

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
    {"cooperative_groups/reduce.h", kReduce},
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
    static const std::string text = "#pragma once\n#pragma clang system_header\n" + std::string(kBase) + std::string(kWarp) + std::string(kMath);
    return text;
}

std::span<const HeaderText> header_texts() { return kHeaders; }

std::string_view common_header_names() {
    return "cuda_fp16.h, cooperative_groups.h, cstdint, cmath, cstdio, cassert, limits, type_traits, utility";
}

}  // namespace warpwise::simt
