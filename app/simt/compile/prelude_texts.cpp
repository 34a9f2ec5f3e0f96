#include "simt/compile/prelude_texts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace warpwise::simt {
namespace {

// A part of the prelude, parsed where the text holds one of the words: a short text shall not wait for what it does not use.
struct Part {
    std::string_view text;
    std::vector<std::string_view> words;  // none: always
    bool is_emitted = false;              // has functions that are a part of every module whose text has parsed it
};

const std::vector<Part>& parts() {
    static const std::vector<Part> all = {
        {
#include "simt/compile/prelude/base.inc"
            , {}},
        {
#include "simt/compile/prelude/vectors.inc"
            ,
            {"char1", "char2", "char3", "char4", "short1", "short2", "short3", "short4", "long1", "long2", "long3", "long4",
             "double1", "double2", "double3", "double4", "__dp", "fp8"}},
        {
#include "simt/compile/prelude/warp.inc"
            , {}},
        {
#include "simt/compile/prelude/shuffles.inc"
            , {"__shfl", "__match", "__reduce", "cooperative_groups", "fp16", "bf16", "fp8", "mma.h"}},
        {
#include "simt/compile/prelude/atomics.inc"
            , {"atomic", "malloc", "free", "new", "delete", "virtual", "cuda/", "cuda_"}},
        {
#include "simt/compile/prelude/nv_atomics.inc"
            , {"__nv_atomic", "__NV_"}},
        {
#include "simt/compile/prelude/math.inc"
            , {}},
        {
#include "simt/compile/prelude/min_max.inc"
            , {"min", "max", "sad", "funnel", "helper", "algorithm", "cooperative_groups"}},
        {
#include "simt/compile/prelude/more_math.inc"
            , {"exp1", "exp2",  "expm1",  "log1",      "log2",      "logb",     "pi",     "asin",    "acos",  "atan",
               "sinh", "cosh",  "trunc",  "rint",      "round",     "cbrt",     "erf",    "normcdf", "gamma", "j0",
               "j1",   "y0",    "y1",     "nearbyint", "remainder", "copysign", "fmod",   "fdim",    "hypot", "nextafter",
               "norm", "ldexp", "scalbn", "frexp",     "modf",      "scalbln",  "remquo", "bessel",  "jn(",   "jnf(",
               "yn(",  "ynf(",  "sincos", "nan",       "dividef",   "std::",    "cmath",  "math.h",  "fp16",  "bf16",
               "_rn",  "_rz",   "_rd",    "_ru",       "mma.h",     ".rz.",     ".rm.",   ".rp.",    "fp8"}},
        {
#include "simt/compile/prelude/fast_math.inc"
            ,
            {"__exp", "__log", "__sin", "__cos", "__tan", "__pow", "__fdividef", "__saturate", "_rn", "_rz", "_rd", "_ru", "fp16",
             "bf16", "mma.h", ".rz.", ".rm.", ".rp.", "fp8"}},
        {
#include "simt/compile/prelude/conversions.inc"
            ,
            {"_rn", "_rz", "_rd", "_ru", "_as_", "hiint", "loint", "hiloint", "fp16", "bf16", "mma.h", ".rz.", ".rm.", ".rp.",
             "fp8"}},
        {
#include "simt/compile/prelude/bits.inc"
            ,
            {"__popc", "__clz", "__brev", "__ffs", "__fns", "_perm", "mul", "__funnel", "sad", "hadd", "cooperative_groups",
             "malloc", "free", "new", "delete", "virtual"}},
        {
#include "simt/compile/prelude/word_parts.inc"
            , {"__v", "__dp"}},
        {
#include "simt/compile/prelude/heap.inc"
            , {"malloc", "free", "new", "delete", "virtual"}},
        {
#include "simt/compile/prelude/cache.inc"
            , {"__ld", "__st", "__is", "__cvta"}},
        {
#include "simt/compile/prelude/texture.inc"
            ,
            {"tex1D", "tex2D", "tex3D", "texCube", "surf1D", "surf2D", "surf3D", "surfCube", "cudaBoundaryMode",
             "cudaSurfaceBoundary"}},
        {
#include "simt/compile/prelude/texture_types.inc"
            ,
            {"texture<", "surface<", "cudaAddressMode", "cudaFilterMode", "cudaReadMode", "cudaTextureType", "cudaSurfaceType",
             "cudaTextureDesc", "cudaResource", "cudaChannelFormat", "cudaExtent", "cudaPos", "cudaPitchedPtr", "cudaArray",
             "cudaMipmappedArray", "cudaTextureAddressMode", "cudaTextureFilterMode", "cudaTextureReadMode"}},
        {
#include "simt/compile/prelude/rounding.inc"
            , {"_rz", "_rd", "_ru", ".rz.", ".rm.", ".rp."}},
        {
#include "simt/compile/prelude/ptx.inc"
            , {".rz.", ".rm.", ".rp."}, true},
        {
#include "simt/compile/prelude/launches.inc"
            , {"<<<"}, true},
        {
#include "simt/compile/prelude/initializer_list.inc"
            , {}},
        // nvcc includes it in front of every text
        {"#include <cuda_runtime.h>\n", {"<<<", "cudaError", "cudaStream", "cudaEvent", "cudaM", "cudaDevice", "main", "FILE"}},
    };
    return all;
}

bool is_called_for(const Part& part, std::string_view text) {
    return part.words.empty() || std::ranges::any_of(part.words, [&](std::string_view word) { return text.contains(word); });
}

// In a line of its own, as nearly all texts have it: then the text may see the header's names from its first line on.
bool includes(std::string_view text, std::string_view header) {
    const std::string line = "#include <" + std::string(header) + ">";
    return text.starts_with(line) || text.contains("\n" + line);
}

template <typename IsWanted>
std::string joined(const IsWanted& is_wanted) {
    std::string out = "#pragma once\n#pragma clang system_header\n";
    for (const Part& part : parts())
        if (is_wanted(part)) out += part.text;
    return out;
}

constexpr std::string_view kAlgorithm =
#include "simt/compile/prelude/algorithm.inc"
    ;
constexpr std::string_view kAtomic =
#include "simt/compile/prelude/cuda_atomic.inc"
    ;
constexpr std::string_view kBfloat =
#include "simt/compile/prelude/cuda_bf16.inc"
    ;
constexpr std::string_view kFloat8 =
#include "simt/compile/prelude/cuda_fp8.inc"
    ;
constexpr std::string_view kHalfPairs =
#include "simt/compile/prelude/half_pairs.inc"
    ;
constexpr std::string_view kHelperMath =
#include "simt/compile/prelude/helper_math.inc"
    ;
constexpr std::string_view kHostLibrary =
#include "simt/compile/prelude/host_library.inc"
    ;
constexpr std::string_view kHalf =
#include "simt/compile/prelude/cuda_fp16.inc"
    ;
constexpr std::string_view kMatrices =
#include "simt/compile/prelude/mma.inc"
    ;
constexpr std::string_view kCooperativeGroups =
#include "simt/compile/prelude/cooperative_groups.inc"
    ;
constexpr std::string_view kTiles =
#include "simt/compile/prelude/tiles.inc"
    ;
constexpr std::string_view kBarrier =
#include "simt/compile/prelude/cuda_barrier.inc"
    ;
constexpr std::string_view kPipeline =
#include "simt/compile/prelude/cuda_pipeline.inc"
    ;
constexpr std::string_view kHostRuntime =
#include "simt/compile/prelude/cuda_runtime.inc"
    ;
constexpr std::string_view kComplex =
#include "simt/compile/prelude/cu_complex.inc"
    ;
constexpr std::string_view kCurandTables =
#include "simt/compile/prelude/curand_tables.inc"
    ;
constexpr std::string_view kCurand =
#include "simt/compile/prelude/curand_kernel.inc"
    ;
constexpr std::string_view kCurandDistributions =
#include "simt/compile/prelude/curand_distributions.inc"
    ;
constexpr std::string_view kSeeCurand = "#pragma once\n#include <curand_kernel.h>\n";
constexpr std::string_view kTypeTraits =
#include "simt/compile/prelude/type_traits.inc"
//
#include "simt/compile/prelude/more_type_traits.inc"
    ;
constexpr std::string_view kLimits =
#include "simt/compile/prelude/limits.inc"
    ;
constexpr std::string_view kStdMath =
#include "simt/compile/prelude/cmath.inc"
    ;
// The prelude itself has what these would bring.
constexpr std::string_view kNothing = "#pragma once\n";
constexpr std::string_view kUtility = "#pragma once\n#include <type_traits>\n";
constexpr std::string_view kReduce = "#pragma once\n#include <cooperative_groups.h>\n";
constexpr std::string_view kCudaTypeTraits =
    "#pragma once\n#include <type_traits>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kCudaLimits =
    "#pragma once\n#include <limits>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kCudaMath =
    "#pragma once\n#include <cmath>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kStdInt =
    "#pragma once\nnamespace std { using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t; using ::int32_t; "
    "using ::uint32_t; using ::int64_t; using ::uint64_t; using ::uintptr_t; using ::intptr_t; using ::size_t; "
    "using ::ptrdiff_t; using ::nullptr_t; }\n";
constexpr std::string_view kStdDef =
#include "simt/compile/prelude/cstddef.inc"
    ;
constexpr std::string_view kCudaStdInt =
    "#pragma once\n#include <cstdint>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kCudaStdDef =
    "#pragma once\n#include <cstddef>\nnamespace cuda { namespace std { using namespace ::std; } }\n";
constexpr std::string_view kStdIo = "#pragma once\nnamespace std { using ::printf; }\n";
constexpr std::string_view kStdString = "#pragma once\nnamespace std { using ::memcpy; using ::memmove; using ::memset; }\n";

// A header of several names is one text, read once.
constexpr std::string_view kSeeAlgorithm = "#pragma once\n#include <algorithm>\n";
constexpr std::string_view kSeeAtomic = "#pragma once\n#include <cuda/atomic>\n";
constexpr std::string_view kSeePipeline = "#pragma once\n#include <cuda_pipeline.h>\n";
constexpr std::string_view kSeeBarrier = "#pragma once\n#include <cuda/barrier>\n";
constexpr std::string_view kSeeHelperMath = "#pragma once\n#include <helper_math.h>\n";
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
    {"cuda_fp16.hpp", kHalf},
    {"cuda_fp8.h", kFloat8},
    {"__simt_half_pairs.h", kHalfPairs},
    {"cooperative_groups.h", kCooperativeGroups},
    {"cooperative_groups/__simt_tiles.h", kTiles},
    {"cuda_bf16.h", kBfloat},
    {"cuComplex.h", kComplex},
    {"mma.h", kMatrices},
    {"cooperative_groups/reduce.h", kReduce},
    {"cooperative_groups/scan.h", kReduce},
    {"cooperative_groups/memcpy_async.h", kReduce},
    {"curand_kernel.h", kCurand},
    {"curand_tables.h", kCurandTables},
    {"curand_distributions.h", kCurandDistributions},
    {"curand_uniform.h", kSeeCurand},
    {"curand_normal.h", kSeeCurand},
    {"curand_lognormal.h", kSeeCurand},
    {"curand_poisson.h", kSeeCurand},
    {"curand_philox4x32_x.h", kSeeCurand},
    {"curand_mrg32k3a.h", kSeeCurand},
    {"curand_globals.h", kSeeCurand},
    {"helper_math.h", kHelperMath},
    {"cutil_math.h", kSeeHelperMath},
    {"algorithm", kAlgorithm},
    {"array", kSeeAlgorithm},
    {"cuda/std/array", kSeeAlgorithm},
    {"cuda/std/algorithm", kSeeAlgorithm},
    {"cuda/std/atomic", kSeeAtomic},
    {"cuda/atomic", kAtomic},
    {"__simt_atomic.h", kSeeAtomic},
    {"cuda/barrier", kBarrier},
    {"__simt_barrier.h", kSeeBarrier},
    {"cuda/latch", kSeeBarrier},
    {"cuda/semaphore", kSeeBarrier},
    {"cuda/pipeline", kSeeBarrier},
    {"cuda/std/barrier", kSeeBarrier},
    {"cuda/std/latch", kSeeBarrier},
    {"cuda_pipeline.h", kPipeline},
    {"cuda_pipeline_primitives.h", kSeePipeline},
    {"cuda_awbarrier.h", kSeePipeline},
    {"cuda_awbarrier_primitives.h", kSeePipeline},
    {"time.h", kTime},
    {"ctime", kTime},
    {"memory.h", kNothing},
    {"sm_35_intrinsics.h", kNothing},
    {"cuda_device_runtime_api.h", kNothing},
    {"texture_types.h", kNothing},
    {"texture_fetch_functions.h", kNothing},
    {"texture_indirect_functions.h", kNothing},
    {"cuda_texture_types.h", kNothing},
    {"surface_types.h", kNothing},
    {"surface_functions.h", kNothing},
    {"surface_indirect_functions.h", kNothing},
    {"cuda_surface_types.h", kNothing},
    {"channel_descriptor.h", kNothing},
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
    {"cstddef", kStdDef},
    {"stdbool.h", kNothing},
    {"assert.h", kNothing},
    {"cassert", kNothing},
    {"limits.h", kNothing},
    {"climits", kNothing},
    {"float.h", kNothing},
    {"cfloat", kNothing},
    {"initializer_list", kNothing},
    {"limits", kLimits},
    {"type_traits", kTypeTraits},
    {"utility", kUtility},
    {"cuda/std/cstdint", kCudaStdInt},
    {"cuda/std/cstddef", kCudaStdDef},
    {"cuda/std/type_traits", kCudaTypeTraits},
    {"cuda/std/utility", kCudaTypeTraits},
    {"cuda/std/limits", kCudaLimits},
    {"cuda/std/cmath", kCudaMath},
};

}  // namespace

std::string prelude_for(std::string_view text) {
    return joined([&](const Part& part) { return is_called_for(part, text); });
}

std::span<const ParsedSet> parsed_sets() {
    static const std::vector<ParsedSet> sets = [] {
        std::vector<ParsedSet> all = {{"prelude_bf16.pch", {"cuda_fp16.h", "cuda_bf16.h"}, {}},
                                      {"prelude_fp16.pch", {"cuda_fp16.h"}, {}},
                                      {"prelude_groups.pch", {"cooperative_groups.h"}, {}},
                                      {"prelude.pch", {}, {}}};
        for (ParsedSet& set : all) {
            set.text = joined([](const Part& part) { return !part.is_emitted; });
            for (const std::string_view header : set.headers) set.text.append("#include <").append(header).append(">\n");
        }
        return all;
    }();
    return sets;
}

const ParsedSet& parsed_set_for(std::string_view text) {
    const bool has_halves = text.contains("#include <cub/");  // CUB's headers include those of the half types
    return *std::ranges::find_if(parsed_sets(), [&](const ParsedSet& set) {
        return std::ranges::all_of(set.headers, [&](std::string_view header) {
            return includes(text, header) || (has_halves && header != "cooperative_groups.h");
        });
    });
}

std::string emitted_parts_for(std::string_view text) {
    return joined([&](const Part& part) { return part.is_emitted && is_called_for(part, text); });
}

std::string emitted_parts() {
    return joined([](const Part& part) { return part.is_emitted; });
}

std::string prelude_beside_system_headers() {
    // nvcc lets device code name std::declval, which is never called.
    return "#pragma once\n#define __SIMT_SYSTEM_HEADERS 1\n#include <type_traits>\nnamespace std {\n"
           "template <typename T> __attribute__((device)) auto declval() noexcept -> decltype(__declval<T>(0));\n}\n" +
           whole_prelude();
}

std::string whole_prelude() {
    return joined([](const Part&) { return true; });
}

std::span<const HeaderText> header_texts() { return kHeaders; }

std::span<const HeaderText> host_header_texts() {
    static const std::vector<HeaderText> headers = [] {
        std::vector<HeaderText> out;
        for (const char* name : {"iostream",
                                 "vector",
                                 "string",
                                 "map",
                                 "unordered_map",
                                 "set",
                                 "unordered_set",
                                 "list",
                                 "deque",
                                 "queue",
                                 "stack",
                                 "functional",
                                 "memory",
                                 "fstream",
                                 "sstream",
                                 "iomanip",
                                 "chrono",
                                 "random",
                                 "numeric",
                                 "complex",
                                 "exception",
                                 "stdexcept",
                                 "thread",
                                 "mutex",
                                 "tuple",
                                 "optional",
                                 "iterator",
                                 "bitset",
                                 "ios",
                                 "ostream",
                                 "istream",
                                 "sys/time.h",
                                 "unistd.h",
                                 "ctype.h",
                                 "cctype",
                                 "errno.h",
                                 "getopt.h",
                                 "helper_cuda.h",
                                 "helper_functions.h",
                                 "helper_timer.h",
                                 "helper_string.h",
                                 "helper_image.h",
                                 "curand.h",
                                 "cublas_v2.h",
                                 "cufft.h",
                                 "cusparse.h",
                                 "cusparse_v2.h",
                                 "cublasLt.h",
                                 "cublas_api.h",
                                 "cusolverDn.h",
                                 "cuda_profiler_api.h",
                                 "nvToolsExt.h",
                                 "signal.h",
                                 "malloc.h",
                                 "omp.h",
                                 "strings.h",
                                 "sys/wait.h",
                                 "sys/types.h",
                                 "sys/stat.h",
                                 "fcntl.h",
                                 "new",
                                 "atomic",
                                 "condition_variable",
                                 "future",
                                 "regex",
                                 "filesystem",
                                 "string_view",
                                 "variant",
                                 "any",
                                 "typeinfo",
                                 "locale",
                                 "valarray",
                                 "forward_list",
                                 "ratio",
                                 "system_error",
                                 "cerrno",
                                 "csignal",
                                 "cwchar",
                                 "pthread.h",
                                 "dirent.h"})
            out.push_back({name, kHostLibrary});
        return out;
    }();
    return headers;
}

std::string_view common_header_names() {
    return "cuda_fp16.h, cooperative_groups.h, cstdint, cmath, cstdio, cassert, limits, type_traits, utility";
}

}  // namespace warpwise::simt
