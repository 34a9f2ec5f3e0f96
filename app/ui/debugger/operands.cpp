#include "ui/debugger/operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostCharacters = 60;  // of a name

std::string_view line_of_text(std::string_view text, int line) {
    for (int at = 1; at < line; ++at) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

// An expression on one line, by places in it.
class Line {
  public:
    explicit Line(std::string_view text) : text_(text) {}

    // "a[i].x" from its first character on; nothing behind `from` where there is none.
    std::size_t end_of_postfix(std::size_t from) const {
        std::size_t at = from;
        while (at < text_.size() && text_[at] == '*') ++at;
        if (at < text_.size() && text_[at] == '(') {
            at = past_bracket(at);
        } else {
            if (at >= text_.size() || !is_letter(text_[at]) || std::isdigit(static_cast<unsigned char>(text_[at]))) return from;
            while (at < text_.size() && is_letter(text_[at])) ++at;
        }
        for (;;) {
            const std::size_t next = skipped(at);
            if (next < text_.size() && text_[next] == '[') {
                const std::size_t end = past_bracket(next);
                if (end == next) return at;
                at = end;
            } else if (const std::size_t dot = past_member_sign(next); dot != next) {
                at = skipped(dot);
                while (at < text_.size() && is_letter(text_[at])) ++at;
            } else {
                return at;
            }
        }
    }

    // Where what ends before `end` begins; `end` where nothing does.
    std::size_t begin_of_postfix(std::size_t end) const {
        std::size_t at = end;
        for (;;) {
            while (at > 0 && is_blank(text_[at - 1])) --at;
            if (at == 0) return end;
            if (text_[at - 1] == ']' || text_[at - 1] == ')') {
                const std::size_t begin = before_bracket(at);
                if (begin == at) return end;
                at = begin;
                if (text_[at] == '(') break;
                continue;
            }
            if (!is_letter(text_[at - 1])) return end;
            while (at > 0 && is_letter(text_[at - 1])) --at;
            std::size_t before = at;
            while (before > 0 && is_blank(text_[before - 1])) --before;
            if (before > 0 && text_[before - 1] == '.') {
                at = before - 1;
            } else if (before > 1 && text_.substr(before - 2, 2) == "->") {
                at = before - 2;
            } else {
                break;
            }
        }
        // "*p = 1" begins with its star, and "a * p[0]" does not
        std::size_t star = at;
        while (star > 0 && (is_blank(text_[star - 1]) || text_[star - 1] == '*')) --star;
        const bool is_first = star == 0 || text_[star - 1] == ';' || text_[star - 1] == '{' || text_[star - 1] == '}';
        if (is_first && text_.substr(star, at - star).contains('*')) return text_.find('*', star);
        return at;
    }

    std::size_t skipped(std::size_t at) const {
        while (at < text_.size() && is_blank(text_[at])) ++at;
        return at;
    }
    std::string_view text() const { return text_; }

  private:
    std::size_t past_member_sign(std::size_t at) const {
        if (at < text_.size() && text_[at] == '.') return at + 1;
        return text_.substr(std::min(at, text_.size()), 2) == "->" ? at + 2 : at;
    }
    std::size_t past_bracket(std::size_t open) const {
        int depth = 0;
        for (std::size_t at = open; at < text_.size(); ++at) {
            if (text_[at] == '[' || text_[at] == '(') ++depth;
            if ((text_[at] == ']' || text_[at] == ')') && --depth == 0) return at + 1;
        }
        return open;
    }
    std::size_t before_bracket(std::size_t close) const {
        int depth = 0;
        for (std::size_t at = close; at > 0; --at) {
            if (text_[at - 1] == ']' || text_[at - 1] == ')') ++depth;
            if ((text_[at - 1] == '[' || text_[at - 1] == '(') && --depth == 0) return at - 1;
        }
        return close;
    }

    std::string_view text_;
};

// "&out[0]" as the first argument of a function that is called here: what it works on.
std::string argument_of_call(const Line& line, std::size_t open) {
    const std::size_t address = line.skipped(open + 1);
    if (address >= line.text().size() || line.text()[address] != '&') return {};
    const std::size_t begin = line.skipped(address + 1);
    return std::string(line.text().substr(begin, line.end_of_postfix(begin) - begin));
}

std::string without_blanks_at_ends(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return std::string(text);
}

std::string name_of(const DebugAccess& access, std::string_view text) {
    std::string name = operand_text(text, access.line, access.column);
    const bool looks_into_something = name.find_first_of("[*.>(") != std::string::npos;
    if (!name.empty() && name.size() <= kMostCharacters && (looks_into_something || name == access.array)) return name;
    return access.array.empty() ? std::string(name_of(access.space)) + " memory" : access.array;
}

}  // namespace

std::string operand_text(std::string_view text, int number, int column) {
    const Line line(line_of_text(text, number));
    const std::string_view all = line.text();
    if (column < 1 || static_cast<std::size_t>(column) > all.size()) return {};
    const std::size_t at = static_cast<std::size_t>(column) - 1;
    constexpr std::array<std::string_view, 13> assignments{
        "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "="};
    for (const std::string_view sign : assignments) {
        if (!all.substr(at).starts_with(sign) || all.substr(at, 2) == "==") continue;
        const std::size_t begin = line.begin_of_postfix(at);
        if (begin < at) return without_blanks_at_ends(all.substr(begin, at - begin));
        const std::size_t behind = line.skipped(at + sign.size());  // "++a[i]"
        return std::string(all.substr(behind, line.end_of_postfix(behind) - behind));
    }
    const std::size_t end = line.end_of_postfix(at);
    if (end == at) return {};
    if (const std::size_t open = line.skipped(end); open < all.size() && all[open] == '(') return argument_of_call(line, open);
    // A member's place is its name: what it is a member of stands before it.
    const std::size_t begin = line.begin_of_postfix(std::min(end, at + (is_letter(all[at]) ? 1 : 0)));
    const bool has_owner = begin < at && (all[at - 1] == '.' || (at > 1 && all.substr(at - 2, 2) == "->"));
    return without_blanks_at_ends(all.substr(has_owner ? begin : at, end - (has_owner ? begin : at)));
}

std::vector<Operand> operands_of(const DebugState& state, std::string_view text) {
    std::vector<Operand> operands;
    const auto add = [&](const std::vector<DebugAccess>& accesses, Operand::When when) {
        for (const DebugAccess& access : accesses)
            operands.push_back({name_of(access, text), &access, access.faulting != 0 ? Operand::When::faults : when});
    };
    add(state.done, Operand::When::done);
    add(state.next, Operand::When::ahead);
    add(state.not_reached, Operand::When::not_reached);
    return operands;
}

std::vector<std::string> access_names(const std::vector<DebugAccess>& accesses, std::string_view text) {
    std::vector<std::string> names;
    for (const DebugAccess& access : accesses) names.push_back(fmt::format("{}, {}", name_of(access, text), participle_of(access)));
    std::vector<std::string> numbered = names;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::ranges::count(names, names[i]) > 1)
            numbered[i] +=
                fmt::format(" ({})", std::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i) + 1, names[i]));
    return numbered;
}

std::string value_text(const Operand& operand, int lane) {
    const DebugAccess& access = *operand.access;
    const std::optional<DebugValue>& value = access.is_store ? access.after : access.before;
    return value ? text_of(*value, lane) : std::string();
}

}  // namespace warpwise::ui
