#include "text/source_scanner.h"

#include <algorithm>
#include <array>

namespace warpwise {
namespace {

bool follows_name(std::string_view text, std::size_t at) { return at > 0 && in_name(text[at - 1]); }

// The apostrophe of 1'000; that of u'x' begins a character.
bool is_in_number(std::string_view text, std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && (in_name(text[begin - 1]) || text[begin - 1] == '\'')) --begin;
    return std::isdigit(static_cast<unsigned char>(text[begin])) != 0;
}

// The prefix of a raw string at a place, with its quote; 0: there is none.
std::size_t raw_prefix_at(std::string_view text, std::size_t at) {
    for (const std::string_view prefix : std::to_array<std::string_view>({"R\"", "u8R\"", "uR\"", "UR\"", "LR\""}))
        if (text.substr(at).starts_with(prefix)) return prefix.size();
    return 0;
}

// `open`: behind the quote.
std::size_t end_of_raw_string(std::string_view text, std::size_t open) {
    const std::size_t bracket = text.find('(', open);
    if (bracket == std::string_view::npos) return text.size();
    const std::string close = ")" + std::string(text.substr(open, bracket - open)) + "\"";
    const std::size_t end = text.find(close, bracket);
    return end == std::string_view::npos ? text.size() : end + close.size();
}

}  // namespace

std::size_t end_of_comment(std::string_view text, std::size_t at) {
    const std::string_view begin = text.substr(at, 2);
    if (begin == "//") return std::min(text.find('\n', at), text.size());
    if (begin != "/*") return at;
    const std::size_t close = text.find("*/", at + 2);
    return close == std::string_view::npos ? text.size() : close + 2;
}

std::size_t end_of_literal(std::string_view text, std::size_t at) {
    const char quote = text[at];
    if (begins_name(quote)) {
        const std::size_t prefix = follows_name(text, at) ? 0 : raw_prefix_at(text, at);
        return prefix == 0 ? at : end_of_raw_string(text, at + prefix);
    }
    if (quote != '"' && (quote != '\'' || is_in_number(text, at))) return at;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == quote)
            return i + 1;
        else if (text[i] == '\n')
            return i;
    }
    return text.size();
}

std::size_t end_of_directive(std::string_view text, std::size_t at) {
    if (text[at] != '#') return at;
    const std::size_t before = at == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r", at - 1);
    if (before != std::string_view::npos && text[before] != '\n') return at;
    while (true) {
        const std::size_t newline = text.find('\n', at);
        if (newline == std::string_view::npos) return text.size();
        std::size_t last = newline;
        if (last > at && text[last - 1] == '\r') --last;
        if (last == at || text[last - 1] != '\\') return newline;
        at = newline + 1;
    }
}

std::size_t end_of_other_than_code(std::string_view text, std::size_t at) {
    for (const auto end_of : {end_of_comment, end_of_literal, end_of_directive})
        if (const std::size_t end = end_of(text, at); end != at) return end;
    return at;
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
    if (word.empty()) return std::string_view::npos;
    for (std::size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if (!follows_name(text, at) && (end == text.size() || !in_name(text[end]))) return at;
    }
    return std::string_view::npos;
}

std::size_t partner_of_bracket(std::string_view text, std::size_t open) {
    const char opens = text[open], closes = opens == '(' ? ')' : opens == '{' ? '}' : opens == '[' ? ']' : '>';
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == opens) ++depth;
        if (text[i] == closes && --depth == 0) return i;
    }
    return std::string_view::npos;
}

std::string without_comments(std::string_view text) {
    std::string out(text);
    const auto blank = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            if (out[i] != '\n') out[i] = ' ';
    };
    for (std::size_t i = 0; i < text.size();) {
        if (const std::size_t end = end_of_comment(text, i); end != i) {
            blank(i, end);
            i = end;
        } else if (const std::size_t past = end_of_literal(text, i); past != i) {
            const std::size_t open = text.find_first_of("\"'", i);
            const bool is_closed = past - 1 > open && text[past - 1] == text[open];
            blank(open + 1, is_closed ? past - 1 : past);
            i = past;
        } else {
            ++i;
        }
    }
    return out;
}

Token Scanner::next() {
    skip_blanks();
    const std::size_t begin = at_;
    if (begin >= text_.size()) return {TokenKind::end, begin, begin};
    if (const std::size_t end = end_of_literal(text_, begin); end != begin) {
        at_ = end;
        return {text_[begin] == '"' ? TokenKind::string : TokenKind::other, begin, at_};
    }
    const bool is_name = begins_name(text_[at_]), is_number = std::isdigit(static_cast<unsigned char>(text_[at_]));
    ++at_;
    if (is_name)
        while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    while (is_number && at_ < text_.size() && (in_name(text_[at_]) || text_[at_] == '.' || text_[at_] == '\'')) ++at_;
    return {is_name ? TokenKind::name : TokenKind::other, begin, at_};
}

void Scanner::skip_blanks() {
    while (at_ < text_.size()) {
        if (std::isspace(static_cast<unsigned char>(text_[at_])))
            ++at_;
        else if (const std::size_t end = end_of_comment(text_, at_); end != at_)
            at_ = end;
        else
            return;
    }
}

}  // namespace warpwise
