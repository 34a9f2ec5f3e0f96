#include "lesson/toml_nesting.h"

#include <algorithm>
#include <vector>

namespace warpwise {
namespace {

// Behind the string that begins at `at`. One in single marks ends with its line, if nothing else ends it.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    const char mark = text[at];
    const bool is_long = text.substr(at).starts_with(std::string(3, mark));
    std::size_t end = at + (is_long ? 3 : 1);
    for (; end < text.size(); ++end) {
        if (mark == '"' && text[end] == '\\') {
            ++end;
        } else if (!is_long && (text[end] == mark || text[end] == '\n')) {
            return text[end] == mark ? end + 1 : end;
        } else if (is_long && text.substr(end).starts_with(std::string(3, mark))) {
            // up to two marks more are of the text
            for (end += 3; end < text.size() && text[end] == mark;) ++end;
            return end;
        }
    }
    return text.size();
}

// Follows the keys and brackets of a text.
class Nesting {
  public:
    int line_too_deep(std::string_view text) {
        int line = 1;
        for (std::size_t at = 0; at < text.size();) {
            const char c = text[at];
            if (c == '"' || c == '\'') {
                const std::size_t end = end_of_string(text, at);
                line += static_cast<int>(std::ranges::count(text.substr(at, end - at), '\n'));
                at = end;
                begins_line_ = false;
                continue;
            }
            if (c == '#') {
                at = std::min(text.find('\n', at), text.size());
                continue;
            }
            if (c == '\n') ++line;
            take(c);
            if (header_ + inside_ + key_ > kMostTomlLevels) return line;
            ++at;
        }
        return 0;
    }

  private:
    void take(char c) {
        switch (c) {
            case '.': ++key_; break;
            case '=':
                value_of_ = key_;
                key_ = 1;
                break;
            case ',': key_ = value_of_ = 1; break;
            case '[':
            case '{': open(c); break;
            case ']':
            case '}': close(); break;
            case '\n':
                key_ = 1;
                if (!open_.empty()) break;
                begins_line_ = true;
                in_header_ = false;
                value_of_ = 1;
                return;
            default: break;
        }
        if (c != ' ' && c != '\t' && c != '\r') begins_line_ = false;
    }
    void open(char c) {
        if (open_.empty() && c == '[' && (begins_line_ || in_header_)) {  // [table] or [[list]]
            in_header_ = true;
            header_ = 0;
            key_ = 1;
            return;
        }
        open_.push_back(value_of_);
        inside_ += value_of_;
        key_ = value_of_ = 1;
    }
    void close() {
        if (in_header_) {
            if (key_ > 0) header_ = key_;
            key_ = 0;  // of the second bracket of [[list]]
        } else if (!open_.empty()) {
            inside_ -= open_.back();
            open_.pop_back();
            key_ = 0;
        }
    }

    int header_ = 0, inside_ = 0, key_ = 1;  // levels: of the table, of what is open, of the key that is read
    int value_of_ = 1;                       // of the key whose value follows
    std::vector<int> open_;
    bool begins_line_ = true, in_header_ = false;
};

}  // namespace

int line_nested_too_deep(std::string_view text) { return Nesting().line_too_deep(text); }

}  // namespace warpwise
