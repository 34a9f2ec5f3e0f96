#include "ui/debugger/line_values.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "base/text.h"
#include "debug/debug_expression.h"
#include "ui/kit/code_highlight.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kLongestText = 64;  // characters

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view without_comment(std::string_view line) {
    line = line.substr(0, line.find("//"));
    return line.substr(0, line.find("/*"));
}

std::size_t behind(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '[' || text[i] == '(' ? 1 : text[i] == ']' || text[i] == ')' ? -1 : 0;
        if (depth == 0) return i + 1;
    }
    return text.size();
}

// A name with the members and elements behind it: "p->next", "tile[y][x]", "threadIdx.x".
std::size_t end_of_operand(std::string_view text, std::size_t begin) {
    std::size_t i = begin;
    while (i < text.size() && is_name_part(text[i])) ++i;
    for (;;) {
        if (i < text.size() && text[i] == '[') {
            i = behind(text, i);
        } else if (i + 1 < text.size() && (text[i] == '.' || text.substr(i, 2) == "->") &&
                   is_name_part(text[i + (text[i] == '.' ? 1 : 2)])) {
            i += text[i] == '.' ? 1 : 2;
            while (i < text.size() && is_name_part(text[i])) ++i;
        } else {
            return i;
        }
    }
}

// The part of a line that computes: the condition of an `if`, `while` or `for`, what is returned, else the statement.
std::string_view computing_part(std::string_view line) {
    line = trimmed(without_comment(line));
    while (!line.empty() && (line.back() == ';' || line.back() == '{' || line.back() == ' ')) line.remove_suffix(1);
    if (line.starts_with("} ")) line = trimmed(line.substr(1));
    if (line.starts_with("else ")) line = trimmed(line.substr(5));
    for (const std::string_view word : {"if", "while", "for", "switch"}) {
        if (!line.starts_with(word) || line.size() <= word.size() || is_name_part(line[word.size()])) continue;
        const std::size_t open = line.find('(');
        if (open == std::string_view::npos) return "";
        std::string_view inner = line.substr(open + 1, behind(line, open) - open - 2);
        if (word != "for") return inner;
        const std::size_t first = inner.find(';'), second = first == std::string_view::npos ? first : inner.find(';', first + 1);
        return second == std::string_view::npos ? "" : trimmed(inner.substr(first + 1, second - first - 1));
    }
    if (line.starts_with("return ")) line = trimmed(line.substr(7));
    return line;
}

class SourceLine {
  public:
    SourceLine(std::string_view text, const DebugState& state, const LaunchShape& shape, int lane)
        : text_(text), scope_{.state = state, .shape = shape}, lane_(lane) {}

    std::string values() {
        std::string out;
        for (std::size_t i = 0; i < text_.size();) {
            const char c = text_[i];
            if (!is_name_part(c) || std::isdigit(static_cast<unsigned char>(c)) != 0) {
                const bool number = is_name_part(c);
                out += c;
                ++i;
                while (number && i < text_.size() && (is_name_part(text_[i]) || text_[i] == '.')) out += text_[i++];
                continue;
            }
            const std::size_t end = end_of_operand(text_, i);
            const std::string operand(text_.substr(i, end - i));
            const bool is_call = end < text_.size() && text_[end] == '(';
            auto value = is_call ? std::nullopt : value_of(operand);
            const bool is_element = operand.find('[') != std::string::npos;
            if (!value && is_element) value = value_in_memory(operand, is_assigned(end));
            any_ |= value.has_value();
            if (!value && is_element && !is_assigned(end)) unknown_.push_back(operand);
            if (value)
                out += *value;
            else if (!is_type(operand))
                out += operand;
            i = end;
        }
        if (!unknown_.empty()) return indices();
        return any_ ? std::string(trimmed(out)) : "";
    }

  private:
    // What stands before an `=` has its value afterwards.
    bool is_assigned(std::size_t end) const {
        const std::string_view rest = trimmed(text_.substr(end));
        return rest.starts_with("=") && !rest.starts_with("==");
    }
    // The array that a name means in this lane: itself, or where the pointer of that name points.
    std::string array_of(const std::string& name) const {
        const auto parsed = DebugExpression::parse(name);
        const DebugValue* const variable = parsed ? parsed->variable(scope_) : nullptr;
        if (variable == nullptr || variable->targets.size() <= static_cast<std::size_t>(lane_)) return name;
        std::string_view target = variable->targets[static_cast<std::size_t>(lane_)];
        if (target.starts_with('&')) target.remove_prefix(1);
        const std::string array(target.substr(0, target.find_first_of("[ +.")));
        return array.empty() ? name : array;
    }
    // What the line reads there, or has written once it has run; of several accesses to one array that of the index that is meant,
    // else the next.
    std::optional<std::string> value_in_memory(const std::string& operand, bool is_assigned) {
        const std::size_t open = operand.find('[');
        const std::string array = array_of(operand.substr(0, open));
        const auto index = DebugExpression::parse(operand.substr(open + 1, operand.rfind(']') - open - 1));
        const auto number = index ? index->evaluate(scope_, lane_) : std::nullopt;
        const std::string place = number ? array + "[" + number->text() + "]" : "";
        const auto lane = static_cast<std::size_t>(lane_);
        const DebugAccess* found = nullptr;
        for (const DebugAccess& access : scope_.state.next) {
            const std::optional<DebugValue>& value = is_assigned ? access.after : access.before;
            if (!value || access.is_store != is_assigned || !(access.mask >> lane & 1) || access.array != array) continue;
            if (std::ranges::find(used_, &access) != used_.end() || text_of(*value, lane_).empty()) continue;
            const bool is_meant = lane < access.places.size() && access.places[lane] == place;
            if (found == nullptr || is_meant) found = &access;
            if (is_meant) break;
        }
        if (found == nullptr) return std::nullopt;
        used_.push_back(found);
        return text_of(is_assigned ? *found->after : *found->before, lane_);
    }
    // Where memory is not known, which elements these are: "i = 1000".
    std::string indices() const {
        std::string out;
        std::vector<std::string> told;
        for (const std::string& element : unknown_) {
            const std::string_view inner = std::string_view(element).substr(element.find('['));
            for (std::size_t i = 0; i < inner.size();) {
                std::size_t end = i + 1;
                while (is_name_part(inner[i]) && end < inner.size() && (is_name_part(inner[end]) || inner[end] == '.')) ++end;
                const std::string name(inner.substr(i, end - i));
                const bool is_new =
                    std::isalpha(static_cast<unsigned char>(inner[i])) != 0 && std::ranges::find(told, name) == told.end();
                if (const auto value = is_new ? value_of(name) : std::nullopt) {
                    told.push_back(name);
                    out += (out.empty() ? "" : ", ") + name + " = " + *value;
                }
                i = end;
            }
        }
        return out;
    }
    static bool is_type(std::string_view word) {
        const CodeKind kind = kind_of_word(word);
        return kind == CodeKind::type || word == "const" || word == "auto" || word == "unsigned" || word == "static";
    }
    std::optional<std::string> value_of(const std::string& operand) const {
        const auto parsed = DebugExpression::parse(operand);
        if (!parsed) return std::nullopt;
        if (const DebugValue* variable = parsed->variable(scope_)) {
            const bool plain = variable->kind != ValueKind::array && variable->kind != ValueKind::structure &&
                               variable->kind != ValueKind::pointer;
            std::string text = plain ? text_of(*variable, lane_) : "";
            return text.empty() ? std::nullopt : std::optional(std::move(text));
        }
        const auto number = parsed->evaluate(scope_, lane_);
        return number ? std::optional(number->text()) : std::nullopt;
    }

    std::string_view text_;
    DebugScope scope_;
    int lane_;
    bool any_ = false;
    std::vector<std::string> unknown_;      // elements that are read
    std::vector<const DebugAccess*> used_;  // whose values are told already
};

}  // namespace

std::string values_in_line(std::string_view line, const DebugState& state, const LaunchShape& shape, int lane) {
    const std::string_view part = computing_part(line);
    std::string text = SourceLine(part, state, shape, lane).values();
    if (text == part) return "";
    if (text.size() > kLongestText) text = text.substr(0, kLongestText - 3) + "...";
    return text;
}

}  // namespace warpwise::ui
