#include "simt/compile/function_sides.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

#include "text/source_scanner.h"

namespace warpwise::simt {
namespace {

bool has_word(std::string_view code, std::string_view word) { return find_word(code, word) != std::string_view::npos; }

bool names_device(std::string_view code) { return has_word(code, "__global__") || has_word(code, "__device__"); }

// HOST_DEVICE and its like.
bool may_name_side(std::string_view code) {
    for (std::size_t at = 0; at < code.size(); ++at) {
        const std::size_t begin = at;
        bool has_small = false;
        for (; at < code.size() && in_name(code[at]); ++at) has_small |= std::islower(static_cast<unsigned char>(code[at])) != 0;
        if (at > begin + 1 && !has_small && begins_name(code[begin])) return true;
    }
    return false;
}

// What the code in front of a brace, outside of all functions, says about what the brace holds; none: no function.
std::optional<FunctionSide> side_behind(std::string_view header) {
    if (names_device(header)) return FunctionSide::device;
    const auto last = header.find_last_not_of(kSourceBlanks);
    const bool has_parameters = last != std::string_view::npos && header[last] == ')';
    const bool names_scope =
        std::ranges::any_of(std::to_array<std::string_view>({"namespace", "extern", "struct", "class", "union"}),
                            [&](std::string_view word) { return has_word(header, word); });
    if (names_scope && !has_parameters) return std::nullopt;
    const bool is_of_both = has_word(header, "constexpr");  // as Clang takes it
    return is_of_both || may_name_side(header.substr(0, header.find('('))) ? FunctionSide::unsure : FunctionSide::host;
}

// The same within a function: of the body of a lambda, or of a block.
FunctionSide side_within(FunctionSide outer, std::string_view header) {
    if (outer == FunctionSide::device || names_device(header)) return FunctionSide::device;
    const auto captures = header.rfind(']');
    return captures != std::string_view::npos && may_name_side(header.substr(captures)) ? FunctionSide::unsure : outer;
}

}  // namespace

void walk_functions(std::string_view text, const VisitFunctionCode& visit) {
    std::vector<std::optional<FunctionSide>> braces;
    std::string header;  // code since the last declaration or statement
    for (std::size_t at = 0; at < text.size();) {
        if (const auto end = end_of_other_than_code(text, at); end != at) {
            at = end;
            continue;
        }
        const char c = text[at];
        const std::optional<FunctionSide> side = braces.empty() ? std::nullopt : braces.back();
        std::size_t read = 1;
        if (c == '{') {
            braces.push_back(side ? side_within(*side, header) : side_behind(header));
        } else if (c == '}') {
            if (!braces.empty()) braces.pop_back();
        } else if (side) {
            read = std::max<std::size_t>(visit(at, *side), 1);
        }
        if (c == '{' || c == '}' || c == ';')
            header.clear();
        else
            header += text.substr(at, read);
        at += read;
    }
}

}  // namespace warpwise::simt
