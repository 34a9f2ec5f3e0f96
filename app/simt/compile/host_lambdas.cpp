#include "simt/compile/host_lambdas.h"

#include <cstddef>
#include <vector>

#include "simt/compile/function_sides.h"
#include "text/source_scanner.h"

namespace warpwise::simt {
namespace {

// Behind an operand the bracket is a subscript, and behind a name it may be one.
bool may_begin_lambda(std::string_view text, std::size_t at) {
    const auto before = text.find_last_not_of(kSourceBlanks, at - 1);
    if (at == 0 || before == std::string_view::npos) return false;
    const char c = text[before];
    if (!in_name(c)) return c != ')' && c != ']';
    const std::string_view word = "return";
    return before + 1 >= word.size() && text.substr(before + 1 - word.size(), word.size()) == word;
}

}  // namespace

std::string with_lambdas_of_the_host(std::string text) {
    if (!text.contains("thrust") && !text.contains("cub")) return text;
    std::vector<std::size_t> ends;               // of their captures
    constexpr std::size_t most_captures = 2000;  // characters
    walk_functions(text, [&](std::size_t at, FunctionSide side) -> std::size_t {
        if (side != FunctionSide::host || text[at] != '[') return 1;
        const auto end = partner_of_bracket(std::string_view(text).substr(0, at + most_captures), at);
        if (end == std::string::npos) return 1;
        const auto next = text.find_first_not_of(kSourceBlanks, end + 1);
        if (next == std::string::npos || !may_begin_lambda(text, at)) return 1;
        if (text[next] == '(' || text[next] == '{' || text[next] == '<') ends.push_back(end + 1);
        return end + 1 - at;
    });
    for (auto at = ends.rbegin(); at != ends.rend(); ++at) text.insert(*at, " __attribute__((host)) ");
    return text;
}

}  // namespace warpwise::simt
