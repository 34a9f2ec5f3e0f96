#include "simt/source_scanner.h"

#include <algorithm>
#include <string>

namespace warpwise::simt {

Token Scanner::next() {
    skip_blanks();
    const std::size_t begin = at_;
    if (begin >= text_.size()) return {TokenKind::end, begin, begin};
    if (begins_name(text_[at_])) {
        while (at_ < text_.size() && in_name(text_[at_])) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (at_ < text_.size() && text_[at_] == '"' &&
            (name == "R" || name == "u8R" || name == "uR" || name == "UR" || name == "LR"))
            return skip_raw_string(), Token{TokenKind::other, begin, at_};
        return {TokenKind::name, begin, at_};
    }
    if (text_[at_] == '"' || text_[at_] == '\'') {
        const bool is_string = text_[at_] == '"';
        skip_quoted(text_[at_]);
        return {is_string ? TokenKind::string : TokenKind::other, begin, at_};
    }
    const bool is_number = std::isdigit(static_cast<unsigned char>(text_[at_]));
    ++at_;
    while (is_number && at_ < text_.size() && (in_name(text_[at_]) || text_[at_] == '.' || text_[at_] == '\'')) ++at_;
    return {TokenKind::other, begin, at_};
}

void Scanner::skip_blanks() {
    while (at_ < text_.size()) {
        const std::string_view rest = text_.substr(at_, 2);
        if (std::isspace(static_cast<unsigned char>(text_[at_])))
            ++at_;
        else if (rest == "//")
            at_ = std::min(text_.find('\n', at_), text_.size());
        else if (rest == "/*")
            at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
        else
            return;
    }
}
// To the end of the line at most: an apostrophe in an #error line begins nothing.
void Scanner::skip_quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
        if (text_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, text_.size());
}
void Scanner::skip_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return void(at_ = text_.size());
    const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = text_.find(close, open);
    at_ = end == std::string_view::npos ? text_.size() : end + close.size();
}

}  // namespace warpwise::simt
