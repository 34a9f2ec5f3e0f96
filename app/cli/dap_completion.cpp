#include "cli/dap_completion.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "debug/debug_arithmetic.h"
#include "debug/debug_parts.h"

namespace warpwise {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The operand that ends at the end of the text: "nodes[i + 1].left" of "1 + nodes[i + 1].left".
std::string_view operand_before(std::string_view text) {
    std::size_t at = text.size();
    int brackets = 0;
    while (at > 0) {
        const char c = text[at - 1];
        if (c == ']' || c == ')') ++brackets;
        if ((c == '[' || c == '(') && --brackets < 0) break;
        const bool is_arrow = c == '>' && at > 1 && text[at - 2] == '-';
        if (brackets == 0 && !is_word(c) && c != '.' && c != '[' && c != '(' && !is_arrow &&
            !(c == '-' && text.substr(at).starts_with('>')))
            break;
        --at;
    }
    return text.substr(at);
}

void add_members(std::vector<DapCompletion>& all, std::string_view operand, bool is_arrow, std::size_t start,
                 const DebugScope& scope) {
    constexpr std::string_view indices[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    if (std::ranges::find(indices, operand) != std::end(indices))
        for (const char* part : {"x", "y", "z"}) all.push_back({part, "field", start});
    const std::string text = is_arrow ? "*(" + std::string(operand) + ")" : std::string(operand);
    const auto expression = DebugExpression::parse(text);
    if (!expression) return;
    if (const DebugValue* variable = expression->variable(scope)) {
        for (const DebugValue& child : variable->children)
            if (variable->kind == ValueKind::structure) all.push_back({child.name, "field", start});
        if (!variable->children.empty()) return;
    }
    const auto value = expression->value(scope);
    if (!value || value->kind != ValueKind::structure) return;
    for (const DebugValue& part : debug_parts(scope, *value, 0, 256)) all.push_back({part.name, "field", start});
}

}  // namespace

std::vector<DapCompletion> completions_of(std::string_view text, const DebugScope& scope) {
    std::size_t start = text.size();
    while (start > 0 && is_word(text[start - 1])) --start;
    const std::string_view word = text.substr(start), before = text.substr(0, start);
    std::vector<DapCompletion> all;
    if (before.ends_with("->")) {
        add_members(all, operand_before(before.substr(0, before.size() - 2)), true, start, scope);
    } else if (before.ends_with('.')) {
        add_members(all, operand_before(before.substr(0, before.size() - 1)), false, start, scope);
    } else {
        for (const DebugValue& variable : scope.state.variables)
            if (variable.frame == scope.frame && !variable.name.starts_with('*')) all.push_back({variable.name, "variable", start});
        for (const char* name : {"lane", "warp", "threadIdx", "blockIdx", "blockDim", "gridDim"})
            all.push_back({name, "variable", start});
        for (const std::string_view name : debug_function_names()) all.push_back({std::string(name), "function", start});
    }
    std::erase_if(all, [&](const DapCompletion& one) { return !one.label.starts_with(word); });
    std::ranges::sort(all, {}, &DapCompletion::label);
    const auto rest = std::ranges::unique(all, {}, &DapCompletion::label);
    all.erase(rest.begin(), rest.end());
    return all;
}

}  // namespace warpwise
