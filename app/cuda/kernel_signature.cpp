#include "cuda/kernel_signature.h"

#include <cxxabi.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace warpwise {
namespace {

// The parts of a parameter list between the commas that are in no bracket of their own.
std::vector<std::string> split_list(std::string_view list) {
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const char c = i < list.size() ? list[i] : ',';
        if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
        if (c != ',' || (depth > 0 && i < list.size())) continue;
        if (std::string part(trimmed(list.substr(begin, i - begin))); !part.empty() && part != "void")
            parts.push_back(std::move(part));
        begin = i + 1;
    }
    return parts;
}

// The list between the bracket at `open` and its partner; nothing when it has none.
std::string_view list_at(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return text.substr(open + 1, i - open - 1);
    }
    return {};
}

bool is_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

// "const float* __restrict__ a" as type and name.
Program::Parameter declared(const std::string& text) {
    std::size_t begin = text.size();
    while (begin > 0 && is_word(text[begin - 1])) --begin;
    Program::Parameter parameter{.name = text.substr(begin), .type = std::string(trimmed(std::string_view(text).substr(0, begin)))};
    for (const std::string_view word : {"__restrict__", "__restrict"})
        if (const std::size_t at = parameter.type.find(word); at != std::string::npos)
            parameter.type = std::string(trimmed(parameter.type.erase(at, word.size())));
    if (parameter.type.empty()) std::swap(parameter.type, parameter.name);  // a parameter without a name
    return parameter;
}

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
        if (demangled[i] == '(' && --depth == 0) return split_list(list_at(demangled, i));
    }
    return {};
}

std::vector<Program::Parameter> parameters_in_text(const std::string& text, const std::string& kernel) {
    if (kernel.empty()) return {};
    for (std::size_t at = text.find(kernel); at != std::string::npos; at = text.find(kernel, at + 1)) {
        const std::size_t end = at + kernel.size();
        const std::size_t open = text.find_first_not_of(" \t\r\n", end);
        const std::size_t mark = text.rfind("__global__", at);
        if ((at > 0 && is_word(text[at - 1])) || open == std::string::npos || text[open] != '(' || mark == std::string::npos)
            continue;
        if (text.find_first_of(";{}", mark) < at) continue;  // a call of it, not its declaration
        std::vector<Program::Parameter> parameters;
        for (const std::string& part : split_list(list_at(text, open))) parameters.push_back(declared(part));
        return parameters;
    }
    return {};
}

std::vector<Program::Parameter> merge_parameters(const std::vector<std::size_t>& bytes, const std::vector<std::string>& types,
                                                 const std::vector<Program::Parameter>& in_text) {
    const std::size_t count = !bytes.empty() ? bytes.size() : types.size();
    std::vector<Program::Parameter> parameters(count);
    for (std::size_t i = 0; i < count; ++i) {
        Program::Parameter& parameter = parameters[i];
        if (in_text.size() == count) parameter = in_text[i];
        if (types.size() == count) parameter.type = types[i];  // a template's arguments are put in there
        parameter.is_pointer = parameter.type.ends_with("*");
        parameter.bytes = !bytes.empty() ? bytes[i] : bytes_of_type(parameter.type);
    }
    return parameters;
}

}  // namespace warpwise
