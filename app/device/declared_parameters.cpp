#include "device/declared_parameters.h"

#include <cctype>
#include <utility>

#include "base/text.h"

namespace warpwise {
namespace {

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

}  // namespace

std::vector<std::string> split_parameter_list(std::string_view list) {
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

std::string_view parameter_list_at(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return text.substr(open + 1, i - open - 1);
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
        for (const std::string& part : split_parameter_list(parameter_list_at(text, open))) parameters.push_back(declared(part));
        return parameters;
    }
    return {};
}

}  // namespace warpwise
