#include "cuda/compile/kernel_signature.h"

#include <cxxabi.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "text/declared_parameters.h"

namespace warpwise {
namespace {

std::size_t bytes_of_type(const std::string& type) {
    if (type.ends_with("*")) return 8;
    constexpr std::array<std::pair<std::string_view, std::size_t>, 14> sizes{{{"bool", 1},
                                                                              {"char", 1},
                                                                              {"signed char", 1},
                                                                              {"unsigned char", 1},
                                                                              {"short", 2},
                                                                              {"__half", 2},
                                                                              {"int", 4},
                                                                              {"unsigned int", 4},
                                                                              {"float", 4},
                                                                              {"long", 8},
                                                                              {"unsigned long", 8},
                                                                              {"long long", 8},
                                                                              {"unsigned long long", 8},
                                                                              {"double", 8}}};
    for (const auto& [name, bytes] : sizes)
        if (name == type) return bytes;
    return 0;
}

}  // namespace

std::vector<std::string> parameter_types_of_symbol(const std::string& lowered_name) {
    if (!lowered_name.starts_with("_Z")) return {};  // the demangler takes a plain name for a type
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(lowered_name.c_str(), nullptr, nullptr, &status),
                                                           &std::free);
    if (status != 0 || text == nullptr) return {};
    const std::string_view demangled = text.get();
    // the last bracket pair is the list; template arguments before it may hold brackets of their own
    int depth = 0;
    for (std::size_t i = demangled.size(); i-- > 0;) {
        if (demangled[i] == ')') ++depth;
        if (demangled[i] == '(' && --depth == 0) return split_parameter_list(parameter_list_at(demangled, i));
    }
    return {};
}

std::vector<KernelParameter> merge_parameters(const std::vector<std::size_t>& bytes, const std::vector<std::string>& types,
                                              const std::vector<KernelParameter>& in_text) {
    const std::size_t count = !bytes.empty() ? bytes.size() : types.size();
    std::vector<KernelParameter> parameters(count);
    for (std::size_t i = 0; i < count; ++i) {
        KernelParameter& parameter = parameters[i];
        if (in_text.size() == count) parameter = in_text[i];
        if (types.size() == count) parameter.type = types[i];  // a template's arguments are put in there
        parameter.is_pointer = parameter.type.ends_with("*");
        parameter.bytes = !bytes.empty() ? bytes[i] : bytes_of_type(parameter.type);
    }
    return parameters;
}

}  // namespace warpwise
