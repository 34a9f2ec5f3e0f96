#include "simt/compile/hints.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "simt/compile/prelude_texts.h"

namespace warpwise::simt {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return out;
}

// Distance in insertions, deletions, replacements and swaps of neighbours: how far a typo is from a name.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

constexpr auto kCudaNames = std::to_array<std::string_view>({"threadIdx",
                                                             "blockIdx",
                                                             "blockDim",
                                                             "gridDim",
                                                             "warpSize",
                                                             "__syncthreads",
                                                             "__syncthreads_count",
                                                             "__syncthreads_and",
                                                             "__syncthreads_or",
                                                             "__syncwarp",
                                                             "atomicAdd",
                                                             "atomicSub",
                                                             "atomicMin",
                                                             "atomicMax",
                                                             "atomicCAS",
                                                             "atomicExch",
                                                             "atomicAnd",
                                                             "atomicOr",
                                                             "atomicXor",
                                                             "atomicInc",
                                                             "atomicDec",
                                                             "__shfl_sync",
                                                             "__shfl_up_sync",
                                                             "__shfl_down_sync",
                                                             "__shfl_xor_sync",
                                                             "__ballot_sync",
                                                             "__any_sync",
                                                             "__all_sync",
                                                             "__activemask",
                                                             "__threadfence",
                                                             "__threadfence_block",
                                                             "__popc",
                                                             "__ffs",
                                                             "__clz",
                                                             "__global__",
                                                             "__device__",
                                                             "__shared__",
                                                             "__constant__",
                                                             "__host__",
                                                             "__restrict__",
                                                             "__launch_bounds__",
                                                             "printf",
                                                             "sqrtf",
                                                             "rsqrtf",
                                                             "expf",
                                                             "logf",
                                                             "fabsf",
                                                             "fminf",
                                                             "fmaxf",
                                                             "powf",
                                                             "sinf",
                                                             "cosf",
                                                             "make_float2",
                                                             "make_float3",
                                                             "make_float4",
                                                             "float",
                                                             "double",
                                                             "int",
                                                             "unsigned",
                                                             "bool",
                                                             "char",
                                                             "short",
                                                             "long",
                                                             "const",
                                                             "void",
                                                             "return",
                                                             "float2",
                                                             "float3",
                                                             "float4",
                                                             "int2",
                                                             "int4",
                                                             "uint32_t",
                                                             "uint8_t",
                                                             "size_t",
                                                             "clock64",
                                                             "__ldg"});

std::string_view nearest_cuda_name(std::string_view name) {
    std::string_view best;
    std::size_t best_distance = 3;  // more than two slips is another name
    for (std::string_view known : kCudaNames) {
        const std::size_t distance = edit_distance(lower(name), lower(known));
        if (distance < best_distance && distance * 3 <= known.size()) best = known, best_distance = distance;
    }
    return best;
}

constexpr auto kOldWarpNames =
    std::to_array<std::string_view>({"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"});
constexpr const char* kTextureReference =
    "Texture references (texture<...>) were removed in CUDA 12. Give the kernel a parameter cudaTextureObject_t t and read it with "
    "tex2D<float>(t, x, y).";
constexpr const char* kDeviceOnly =
    "Only device code belongs here: __global__ kernels and the __device__ functions they call. The lab allocates the arrays, "
    "copies them and launches the kernel for you.";

std::string standard_library_hint(std::string_view source_line) {
    constexpr auto kHeaders = std::to_array<std::pair<std::string_view, std::string_view>>({{"std::min", "algorithm"},
                                                                                            {"std::max", "algorithm"},
                                                                                            {"std::clamp", "algorithm"},
                                                                                            {"std::array", "array"},
                                                                                            {"std::numeric_limits", "limits"},
                                                                                            {"std::is_", "type_traits"},
                                                                                            {"std::enable_if", "type_traits"},
                                                                                            {"std::conditional", "type_traits"},
                                                                                            {"std::swap", "utility"},
                                                                                            {"std::move", "utility"},
                                                                                            {"std::forward", "utility"},
                                                                                            {"std::pair", "utility"},
                                                                                            {"std::sqrt", "cmath"},
                                                                                            {"std::abs", "cmath"},
                                                                                            {"std::pow", "cmath"},
                                                                                            {"std::exp", "cmath"},
                                                                                            {"std::log", "cmath"},
                                                                                            {"std::sin", "cmath"},
                                                                                            {"std::cos", "cmath"},
                                                                                            {"std::floor", "cmath"},
                                                                                            {"std::fabs", "cmath"},
                                                                                            {"std::uint", "cstdint"},
                                                                                            {"std::int", "cstdint"},
                                                                                            {"std::size_t", "cstddef"},
                                                                                            {"std::memcpy", "cstring"}});
    for (const auto& [name, header] : kHeaders)
        if (contains(source_line, name)) return "Write #include <" + std::string(header) + "> at the top of the code.";
    return "The C++ library is not available in device code. Use plain arrays and loops; printf works for output.";
}

std::string unknown_name_hint(std::string_view name, std::string_view source_line) {
    if (is_one_of(name, kOldWarpNames))
        return "Since CUDA 9 the warp functions name the participating lanes: write " + std::string(name) +
               "_sync(0xffffffffu, ...) instead of " + std::string(name) + "(...).";
    if (name == "texture" || name == "surface" || name == "cudaReadModeElementType") return kTextureReference;
    if (name == "nvcuda" || name == "wmma") return "Write #include <mma.h> at the top of the code.";
    if (name.starts_with("curand")) return "Write #include <curand_kernel.h> at the top of the code.";
    if (name == "std" || name == "vector" || name == "string" || name == "cout" || name == "iostream")
        return standard_library_hint(source_line);
    if (contains(name, "fp8")) return "Write #include <cuda_fp8.h> at the top of the code.";
    if (contains(name, "bfloat16")) return "Write #include <cuda_bf16.h> at the top of the code.";
    if (contains(name, "half")) return "Write #include <cuda_fp16.h> at the top of the code.";
    if (name.starts_with("cuda") || contains(source_line, "<<<")) return kDeviceOnly;
    if (name == "shared" || name == "global" || name == "device" || name == "constant")
        return "Two underscores go on either side: __" + std::string(name) + "__.";
    if (const std::string_view known = nearest_cuda_name(name); !known.empty())
        return "Did you mean " + std::string(known) + "? Names are case-sensitive.";
    return "Check the spelling, and that the name is declared above this line.";
}

std::string header_hint(std::string_view name) {
    if (name.starts_with("curand"))
        return "Include <curand_kernel.h>: it has the XORWOW, Philox, MRG32k3a and Sobol generators and their distributions.";
    return "Only device code belongs here, so host headers are not available. Known headers: " +
           std::string(common_header_names()) + ", ...";
}

std::string missing_member_hint(std::string_view message, std::string_view member, std::string_view source_line) {
    if (contains(message, "in namespace 'std'")) return standard_library_hint(source_line);
    if (member == "this_cluster" || member == "cluster_group")
        return "Clusters of blocks are not supported by the emulator. It may still run on a GPU.";
    if (contains(message, "'uint3'") || contains(message, "'dim3'")) {
        if (member == "w") return "Thread and block indices have three components: x, y and z.";
        return "Indices have the components x, y and z, for example threadIdx.x.";
    }
    if (contains(message, "float") || contains(message, "int"))
        return "Vector types have the components x, y, z and w: as many of them as the number in the type's name.";
    return {};
}

}  // namespace

std::string_view quoted_name(std::string_view message) {
    const auto begin = message.find('\'');
    if (begin == std::string_view::npos) return {};
    const auto end = message.find('\'', begin + 1);
    return end == std::string_view::npos ? std::string_view{} : message.substr(begin + 1, end - begin - 1);
}

namespace {

// By words of the compiler's message.
constexpr auto kPlainHints = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"to binary expression ('float'",
     "These operand types do not go together. For the remainder of real numbers write fmodf(x, y)."},
    {"array subscript is not an integer", "An index is a whole number: convert it with (int)x."},
    {"read-only variable is not assignable",
     "The array is const, so it can only be read. Remove const from the parameter to write to it."},
    {"initialization is not supported for __shared__",
     "A __shared__ variable has no initial value: let threads write it, then __syncthreads()."},
    {"__shared__ variable",
     "For shared memory whose size the launch gives, write extern __shared__ float buffer[]; with empty brackets."},
    {"no setter defined for property", "The built-in indices can only be read. Is a ']' or ')' missing, or did you mean '=='?"},
    {"redefinition of", "The name is taken in this block: choose another, or omit the type to assign to the first."},
    {"not in loop or switch", "break and continue belong in a loop. To leave a kernel early, write return;"},
    {"cannot use 'throw'", "There are no exceptions in device code. Return a status or write it into an array."},
    {"cannot use 'try'", "There are no exceptions in device code. Return a status or write it into an array."},
    {"builtin functions must be directly called", "A function is called with parentheses: write __syncthreads();"},
    {"'global' attribute only applies to functions", "__global__ goes before a kernel. A variable is __device__ or __constant__."},
    {"format specifies type",
     "The letters in the format give the value's type: %d for int, %f for float and double, %llu for unsigned long long."},
    {"missing terminating", "A string ends with the quote it began with."},
    {"a type specifier is required", "Write the type first; a kernel begins with __global__ void."},
    {"invalid application of 'sizeof'", "sizeof needs a type or a variable."},
    {"out-of-line definition", "The name before '::' must have been declared."},
    {"subscripted value is not an array", "Only arrays and pointers are indexed with [ ]."},
    {"control reaches end of non-void function", "Every path through the function must return a value."},
    {"comparison of array", "Compare the elements: a[i] == b[i]."},
    {"is not a structure or union", "A plain number has no members: did you mean the array's element?"},
    {"member reference type", "Use '->' on a pointer and '.' on a variable."},
    {"division by zero", "The divisor is 0 here."},
    {"expected '(' after", "The condition of an if, a for or a while goes in parentheses: if (i >= n) return;"},
    {"should not return a value", "A kernel returns nothing: write return; alone, and the result into an array."},
    {"is not a function or function pointer", "An array is indexed with square brackets: a[i]."},
    {"has empty body", "The ';' right after the parentheses ends the statement: what follows does not depend on the condition."},
    {"comparison result unused", "'==' compares, and the answer is not used. To store a value, write '='."},
    {"expected ')'", "A parenthesis is not closed, or a ',' is missing between two parameters."},
    {"expected ']'", "The bracket of the index is not closed."},
    {"call to __global__ function",
     "A kernel is launched, never called. Make the function __device__ to call it from device code."},
});

std::string plain_hint(std::string_view message) {
    for (const auto& [words, hint] : kPlainHints)
        if (contains(message, words)) return std::string(hint);
    return {};
}

}  // namespace

std::string hint_for(const Diagnostic& diagnostic, std::string_view line) {
    const std::string& m = diagnostic.message;
    const std::string_view name = quoted_name(m);
    if ((contains(m, "invalid operands") || contains(m, "no viable overloaded operator[]") || contains(m, "array subscript")) &&
        (contains(line, "threadIdx") || contains(line, "blockIdx") || contains(line, "blockDim") || contains(line, "gridDim")))
        return "threadIdx, blockIdx, blockDim and gridDim have the components x, y and z: write threadIdx.x, blockDim.x.";
    if (contains(m, "expected expression") && line.substr(std::min(line.size(), line.find_first_not_of(" \t"))).starts_with("else"))
        return "An else must follow its if directly: put the statements before it in braces.";
    if (contains(m, "in 'for' statement")) return "A for has two semicolons: for (start; condition; step).";
    if (contains(m, "expected ';'")) return "A statement ends with a semicolon, and one is missing here.";
    if (contains(m, "file not found")) return header_hint(name);
    if (contains(m, "use of undeclared identifier") || contains(m, "unknown type name") || contains(m, "no template named"))
        return unknown_name_hint(name, line);
    if (contains(m, "no member named")) return missing_member_hint(m, name, line);
    if (name.starts_with("cuda") &&
        (contains(m, "reference to __host__ function") || contains(m, "no matching function for call to")))
        return kDeviceOnly;
    if (contains(m, "reference to __host__ function") || contains(m, "call to __host__ function"))
        return "A kernel can only call device functions: write __device__ in front of the function '" + std::string(name) + "'.";
    if (contains(m, "reference to __global__ function") || contains(m, "cudaConfigureCall") ||
        contains(m, "__cudaPushCallConfiguration"))
        return contains(m, "reference to __global__") ? "A kernel that launches kernels (dynamic parallelism) is not supported by "
                                                        "the emulator. Make it a __device__ function."
                                                      : kDeviceOnly;
    if (contains(m, "call to global function") || contains(m, "is not configured"))
        return "A kernel is launched, never called. Make the function __device__ to call it from device code.";
    if (contains(m, "kernel function type") || contains(m, "must have void return type"))
        return "A kernel returns nothing: make it void and write the result into an array.";
    if (contains(m, "using the result of an assignment as a condition")) return "'=' assigns, '==' compares. Write '==' here.";
    if (contains(m, "dynamic initialization is not supported"))
        return "Such a variable cannot be given a computed value where it is declared. For __shared__, let a thread assign it, "
               "then __syncthreads().";
    if (contains(m, "extern shared variable"))
        return "Write extern __shared__ float buffer[]; with empty brackets: the launch gives the size.";
    if (contains(m, "no matching function for call to 'atomic"))
        return "The address and the value must have the same type: int, unsigned, unsigned long long, float or double (see which "
               "this atomic takes).";
    if (contains(m, "no matching function for call to '__shfl") || contains(m, "no matching function for call to '__ballot") ||
        contains(m, "no matching function for call to '__any") || contains(m, "no matching function for call to '__all"))
        return "The first argument is the mask of the participating lanes, usually 0xffffffffu.";
    if (contains(m, "cannot initialize a variable of type '__attribute__((shared))"))
        return "A __shared__ variable cannot have an initial value.";
    if (contains(m, "no matching function for call to 'tex") || contains(m, "no matching function for call to 'surf"))
        return "Name the type that is read, and give the object first: tex2D<float>(object, x, y), surf2Dread<float>(object, "
               "x * sizeof(float), y).";
    if (contains(m, "too few template arguments") || contains(m, "couldn't infer template argument"))
        return "Name the instance: the kernel's name with its arguments in angle brackets, for example add_one<float>.";
    if (contains(m, "recursive template instantiation exceeded"))
        return "A template that instantiates itself must stop: add a specialisation or an if constexpr.";
    if (contains(m, "variable-length array"))
        return "The size of an array in device code must be a constant. Use a named constant or dynamic shared memory.";
    if (contains(m, "discards qualifiers") || contains(m, "with const-qualified type") || contains(m, "is not assignable"))
        if (!contains(m, "read-only"))
            return contains(m, "const")
                       ? "The array is const, so it can only be read. Remove const from the parameter to write to it."
                       : std::string{};
    if (contains(m, "used without initialization") || contains(m, "is uninitialized when used"))
        return "Give the variable a value where it is declared: until then its value is undefined.";
    if (contains(m, "extraneous closing brace") || contains(m, "expected '}'"))
        return "Braces do not match: count '{' and '}' from the function's start.";
    if (contains(m, "function definition is not allowed here"))
        return "A brace is missing above: the function before this one is not closed.";
    if (contains(m, "exceptions")) return "There are no exceptions in device code. Return a status or write it into an array.";
    if (contains(m, "assigning to") && contains(m, "incompatible type"))
        return "The two sides have different types; an array element is a[i], the array itself is a pointer.";
    if (contains(m, "the arguments of this launch")) return "Compare them with the kernel's parameters: their number and types.";
    if (contains(m, "cannot initialize a variable of type")) return "The value and the variable have different types.";
    if (contains(m, "no matching function for call to"))
        return "Compare the call with the function's parameters: their number and types.";
    return plain_hint(m);
}

std::string unsupported_feature(const Diagnostic& diagnostic) {
    const std::string& m = diagnostic.message;
    const std::string_view name = quoted_name(m);
    if (contains(m, "reference to __global__ function") && !contains(m, "in __host__"))
        return "a kernel that launches kernels (dynamic parallelism)";
    if (contains(m, "__int128 is not supported")) return "128-bit integers";
    if (contains(m, "no member named 'this_cluster'")) return "clusters of blocks ('this_cluster')";
    if (!contains(m, "undeclared identifier") && !contains(m, "unknown type name") && !contains(m, "no template named") &&
        !contains(m, "file not found"))
        return {};
    if (contains(m, "no template named") && (name == "texture" || name == "surface"))
        return "texture references ('" + std::string(name) + "')";
    if (name.starts_with("cub/") || name.starts_with("thrust/") || name == "cub" || name == "thrust")
        return "the library '" + std::string(name) + "'";
    return {};
}

std::string without_internal_names(std::string message) {
    constexpr auto kReplacements = std::to_array<std::pair<std::string_view, std::string_view>>({
        {"__simt_threadIdx_t", "uint3"},
        {"__simt_blockIdx_t", "uint3"},
        {"__simt_blockDim_t", "dim3"},
        {"__simt_gridDim_t", "dim3"},
        {"__simt_entry", "the kernel's name"},
        {"__simt_", ""},
    });
    for (const auto& [from, to] : kReplacements) {
        for (auto at = message.find(from); at != std::string::npos; at = message.find(from, at + to.size()))
            message.replace(at, from.size(), to);
    }
    return message;
}

}  // namespace warpwise::simt
