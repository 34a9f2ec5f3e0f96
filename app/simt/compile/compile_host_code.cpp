#include "simt/compile/compile_host_code.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "text/source_scanner.h"

namespace warpwise::simt {
namespace {

bool is_space_char(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::size_t next_code(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const std::size_t behind = is_space_char(text[at]) ? at + 1 : end_of_other_than_code(text, at);
        if (behind == at) break;
        at = behind;
    }
    return at;
}

std::string_view word_at(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && in_name(text[end])) ++end;
    return text.substr(at, end - at);
}

// What stands before the first brace of a declaration.
struct Head {
    bool is_scope = false;     // a namespace or extern "C": what is inside are declarations
    bool is_record = false;    // struct, class, union, enum or a typedef of one: goes on to its ';'
    bool has_members = false;  // struct, class, union
    bool is_function = false;
};

class Walk {
  public:
    Walk(std::string_view text, std::size_t wanted, const DeviceWords& kept) : text_(text), wanted_(wanted), kept_(kept) {}

    // The one around the wanted byte, of the declarations from `at` to `end`.
    std::optional<TextRange> find(std::size_t at, std::size_t end, bool in_record, int depth) {
        constexpr int deepest = 64;
        for (at = next_code(text_, at); at < end; at = next_code(text_, at)) {
            if (text_[at] == '}') {  // at the top one too many: of a branch of the preprocessor
                ++at;
                continue;
            }
            if (in_record) {  // "public:"
                const std::size_t colon = next_code(text_, at + word_at(text_, at).size());
                if (const auto word = word_at(text_, at);
                    (word == "public" || word == "private" || word == "protected") && colon < end && text_[colon] == ':') {
                    at = colon + 1;
                    continue;
                }
            }
            const Declaration found = declaration(at, end);
            if (wanted_ < found.range.begin) return std::nullopt;
            if (wanted_ >= found.range.end) {
                at = found.range.end;
                continue;
            }
            const bool goes_in = found.body && depth < deepest && wanted_ > *found.body && wanted_ < found.body_end;
            if (found.head.is_scope) return goes_in ? find(*found.body + 1, found.body_end, false, depth + 1) : std::nullopt;
            if (found.head.has_members && goes_in)
                if (auto inner = find(*found.body + 1, found.body_end, true, depth + 1)) return inner;
            if (in_record && !found.head.is_function) return std::nullopt;  // a member that counts for the structure's size
            return is_kept(found.range) ? std::nullopt : std::optional(found.range);
        }
        return std::nullopt;
    }

  private:
    struct Declaration {
        TextRange range;
        Head head;
        std::optional<std::size_t> body;  // its first brace
        std::size_t body_end = 0;
    };

    bool is_kept(const TextRange& range) const {
        const std::string_view part = text_.substr(range.begin, range.end - range.begin);
        return std::ranges::any_of(kept_, [&](const std::string& word) { return has_word(part, word); });
    }

    // Behind the bracket that closes the one at `at`.
    std::size_t behind_bracket(std::size_t at, std::size_t end) const {
        std::size_t open = 0;
        while (at < end) {
            if (const std::size_t behind = end_of_other_than_code(text_, at); behind != at) {
                at = behind;
                continue;
            }
            if (text_[at] == '{' || text_[at] == '(' || text_[at] == '[') ++open;
            if ((text_[at] == '}' || text_[at] == ')' || text_[at] == ']') && --open == 0) return at + 1;
            ++at;
        }
        return end;
    }

    Declaration declaration(std::size_t begin, std::size_t end) const {
        Declaration out;
        Head& head = out.head;
        bool has_parameters = false, has_value = false, is_first = true;
        int angles = 0;  // of "template <class T>"
        std::size_t at = begin;
        while (at < end) {
            if (const std::size_t behind = next_code(text_, at); behind != at) {
                at = behind;
                continue;
            }
            const char c = text_[at];
            if (in_name(c)) {
                const std::string_view word = word_at(text_, at);
                if (angles == 0 && !has_parameters) {
                    constexpr auto records = std::to_array<std::string_view>({"struct", "class", "union", "enum", "typedef"});
                    if (is_first && (word == "namespace" || word == "extern")) head.is_scope = true;
                    if (std::ranges::find(records, word) != records.end()) {
                        head.is_record = true;
                        head.has_members |= word == "struct" || word == "class" || word == "union";
                    }
                    is_first &= word == "inline" || word == "static";
                }
                at += word.size();
                constexpr auto attributes = std::to_array<std::string_view>(
                    {"__align__", "alignas", "__attribute__", "__declspec", "__launch_bounds__", "decltype"});
                if (std::ranges::find(attributes, word) != attributes.end())
                    if (const std::size_t open = next_code(text_, at); open < end && text_[open] == '(')
                        at = behind_bracket(open, end);
                continue;
            }
            if (c == '<') ++angles;
            if (c == '>' && angles > 0) --angles;
            if (c == '=' && angles == 0) has_value = true;
            if (c == ';') {
                out.range = {begin, at + 1};
                head.is_scope = false;
                head.is_function = has_parameters && !has_value;
                return out;
            }
            if (c == '(' || c == '[') {
                has_parameters |= c == '(' && !has_value;
                at = behind_bracket(at, end);
                continue;
            }
            if (c == '}') break;  // not ours: the scope's
            if (c == '{') {
                const std::size_t behind = behind_bracket(at, end);
                if (!out.body) out.body = at, out.body_end = behind - 1;
                head.is_scope &= !has_parameters && !has_value && !head.is_record;
                const std::size_t next = next_code(text_, behind);
                const bool goes_on = next < end && (text_[next] == ',' || text_[next] == '{');  // of a constructor
                const bool is_body = has_parameters && !has_value && !goes_on;
                if (head.is_scope || is_body) {
                    head.is_function = is_body;
                    out.range = {begin, behind};
                    return out;
                }
                at = behind;
                continue;
            }
            ++at;
        }
        out.range = {begin, std::max(at, begin + 1)};
        return out;
    }

    std::string_view text_;
    std::size_t wanted_;
    const DeviceWords& kept_;
};

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return true;
    }
    return false;
}

std::optional<TextRange> host_declaration(std::string_view text, std::size_t at, const DeviceWords& kept) {
    return Walk(text, at, kept).find(0, text.size(), false, 0);
}

void blank(std::string& text, const TextRange& range) {
    const std::string before = text;  // a '#' that only spaces precede now may have stood in a string
    std::size_t at = range.begin;
    while (at < range.end) {
        const std::size_t behind = std::max(at + 1, end_of_other_than_code(before, at));
        if (before[at] != '#' || behind == at + 1)
            for (std::size_t i = at; i < std::min(behind, range.end); ++i)
                if (text[i] != '\n') text[i] = ' ';
        at = behind;
    }
}

}  // namespace warpwise::simt
