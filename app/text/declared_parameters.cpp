#include "text/declared_parameters.h"

#include <utility>

#include "base/text.h"
#include "text/source_scanner.h"

namespace warpwise {
namespace {

// "const float* __restrict__ a" as type and name.
KernelParameter declared(const std::string& text) {
    std::size_t begin = text.size();
    while (begin > 0 && in_name(text[begin - 1])) --begin;
    KernelParameter parameter{.name = text.substr(begin), .type = std::string(trimmed(std::string_view(text).substr(0, begin)))};
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
    const std::size_t close = partner_of_bracket(text, open);
    return close == std::string_view::npos ? std::string_view{} : text.substr(open + 1, close - open - 1);
}

std::vector<KernelParameter> parameters_in_text(std::string_view commented, std::string_view kernel) {
    const std::string text = without_comments(commented);
    for (std::size_t at = find_word(text, kernel); at != std::string::npos; at = find_word(text, kernel, at + 1)) {
        const std::size_t open = text.find_first_not_of(kSourceBlanks, at + kernel.size());
        const std::size_t mark = text.rfind("__global__", at);
        if (open == std::string::npos || text[open] != '(' || mark == std::string::npos) continue;
        if (text.find_first_of(";{}", mark) < at) continue;  // a call of it, not its declaration
        std::vector<KernelParameter> parameters;
        for (const std::string& part : split_parameter_list(parameter_list_at(text, open))) parameters.push_back(declared(part));
        return parameters;
    }
    return {};
}

}  // namespace warpwise
