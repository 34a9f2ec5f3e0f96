#include "text/pointer_uses.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "text/source_scanner.h"

namespace warpwise {
namespace {

std::size_t after_brackets(std::string_view text, std::size_t open) {
    const std::size_t close = partner_of_bracket(text, open);
    return close == std::string_view::npos ? text.size() : close + 1;
}

// Whether what stands at `at` changes what stands before it: "= x", "+= x", "++".
bool assigns(std::string_view text, std::size_t at) {
    at = std::min(text.find_first_not_of(kSourceBlanks, at), text.size());
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("==")) return false;
    if (rest.starts_with('=') || rest.starts_with("++") || rest.starts_with("--")) return true;
    if (rest.starts_with("<<=") || rest.starts_with(">>=")) return true;
    return rest.size() > 1 && rest[1] == '=' && std::string_view("+-*/%|&^").contains(rest[0]);
}

// "atomicAdd(&" before the pointer
bool is_in_atomic(std::string_view body, std::size_t at) {
    const std::size_t begin = std::min(body.find_last_of(";{}", at), at);
    const std::string_view head = body.substr(begin == at ? 0 : begin, at - (begin == at ? 0 : begin));
    const std::size_t atomic = head.rfind("atomic");
    return atomic != std::string_view::npos && !head.substr(atomic).contains(',');
}

std::optional<int> extent_of(std::string_view text, const std::map<std::string, int>& constants) {
    text = trimmed(text);
    if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
        const auto a = extent_of(text.substr(0, plus), constants), b = extent_of(text.substr(plus + 1), constants);
        return a && b && *a < 4096 && *b < 4096 ? std::optional(*a + *b) : std::nullopt;
    }
    if (const auto known = constants.find(std::string(text)); known != constants.end()) return known->second;
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

PointerUse use_of(std::string_view body, std::string_view pointer) {
    PointerUse use;
    bool seen = false, indexed = false;
    for (std::size_t at = find_word(body, pointer, 0); at != std::string_view::npos; at = find_word(body, pointer, at + 1)) {
        seen = true;
        std::size_t end = body.find_first_not_of(kSourceBlanks, at + pointer.size());
        if (end == std::string_view::npos) break;
        const std::size_t last = at == 0 ? std::string_view::npos : body.find_last_not_of(kSourceBlanks, at - 1);
        const bool is_dereferenced = last != std::string_view::npos && body[last] == '*';
        const bool is_element = body[end] == '[';
        while (end < body.size() && body[end] == '[') end = after_brackets(body, end);
        if (end < body.size() && (body[end] == '.' || body.substr(end).starts_with("->"))) {  // of a structure
            end += body[end] == '.' ? 1 : 2;
            while (end < body.size() && in_name(body[end])) ++end;
        }
        if (is_element || !(is_dereferenced || is_in_atomic(body, at))) indexed = true;  // "a + i" may be any element
        if ((is_element || is_dereferenced) && assigns(body, end)) use.is_written = true;
        if (is_in_atomic(body, at)) use.is_written = true;
    }
    use.is_single = seen && !indexed;
    return use;
}

std::vector<int> shared_extents(std::string_view body, const std::map<std::string, int>& constants) {
    constexpr std::string_view mark = "__shared__";
    for (std::size_t at = find_word(body, mark, 0); at != std::string_view::npos; at = find_word(body, mark, at + 1)) {
        const std::size_t end = std::min(body.find_first_of(";=", at), body.size());
        std::string_view rest = body.substr(at, end - at);
        std::vector<int> extents;
        bool known = true;
        for (std::size_t open = rest.find('['); open != std::string_view::npos; open = rest.find('[')) {
            const std::size_t close = rest.find(']', open);
            if (close == std::string_view::npos) break;
            const auto extent = extent_of(rest.substr(open + 1, close - open - 1), constants);
            known = known && extent.has_value();
            extents.push_back(extent.value_or(0));
            rest.remove_prefix(close + 1);
        }
        if (known && !extents.empty()) return extents;
    }
    return {};
}

std::string dynamic_shared_type(std::string_view body) {
    for (std::size_t at = find_word(body, "extern", 0); at != std::string_view::npos; at = find_word(body, "extern", at + 1)) {
        const std::size_t end = std::min(body.find(';', at), body.size());
        std::string_view statement = body.substr(at, end - at);
        const std::size_t mark = statement.find("__shared__"), bracket = statement.find('[');
        if (mark == std::string_view::npos || bracket == std::string_view::npos || bracket < mark) continue;
        statement = trimmed(statement.substr(mark + 10, bracket - mark - 10));
        for (const std::string_view align : {"__align__", "alignas"})
            if (statement.starts_with(align))
                statement = trimmed(statement.substr(std::min(statement.find(')'), statement.size() - 1) + 1));
        std::size_t begin = statement.size();
        while (begin > 0 && in_name(statement[begin - 1])) --begin;
        return std::string(trimmed(statement.substr(0, begin)));
    }
    return {};
}

}  // namespace warpwise
