// The kernels of a CUDA text with their parameters, found without a parser of C++. What macros make is not seen.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

struct DeclaredParameter {
    std::string name;       // empty: the text gives none
    std::string type;       // as declared, without the name and __restrict__: "const float*"
    std::string pointee;    // of a pointer: "float"; empty: it is none
    bool is_const = false;  // what it points to
    int stars = 0;          // 2: a pointer to pointers
};

struct TemplateParameter {
    std::string name;
    bool is_type = true;
    std::string default_value;  // empty: none
};

// The block of a launch in the same text, as far as numbers say it: "add<<<blocks, 256>>>", "dim3 block(16, 16)".
struct LaunchInText {
    std::array<int, 3> block{1, 1, 1};
};

struct KernelInText {
    std::string name;
    std::string qualified;  // with its namespaces: "mine::add"
    int line = 0;           // of __global__, from 1
    std::vector<DeclaredParameter> parameters;
    std::vector<TemplateParameter> template_parameters;
    std::string template_arguments;  // of its first launch in the text: "float, 256"; empty: none, or none that stands alone
    std::string body;                // between its braces, comments blanked
    std::optional<LaunchInText> launch;
};

// What a text says beside its kernels.
struct CudaText {
    std::vector<KernelInText> kernels;  // definitions, in their order; of a name the first one
    bool has_main = false;
    std::map<std::string, std::string> type_names;  // typedef, using and #define: "real" is "float"
    std::map<std::string, int> constants;           // #define and const: "TILE" is 16
    std::map<std::string, std::string> structures;  // "Particle": what stands between its braces
};
CudaText read_cuda_text(std::string_view text);

// The headers that the text includes, in their order: "scale.h", which is quoted, and <vector>, which is not.
struct IncludedHeader {
    std::string name;
    bool is_quoted = false;
    bool operator==(const IncludedHeader&) const = default;
};
std::vector<IncludedHeader> included_headers(std::string_view text);

}  // namespace warpwise
