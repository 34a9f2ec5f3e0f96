// Where the words, literals and comments of a C++ text end: for what reads a text without a compiler, or before one.
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace warpwise {

inline bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
inline bool in_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)); }
inline constexpr std::string_view kSourceBlanks = " \t\r\n";

// The end of the comment that begins at `at`; `at` itself where none does. One that is not closed ends with the text.
std::size_t end_of_comment(std::string_view text, std::size_t at);
// Of a string, a character or a raw string with its prefix. One that is not closed ends with its line, as an apostrophe in an
// #error line does; the apostrophe of 1'000 begins none.
std::size_t end_of_literal(std::string_view text, std::size_t at);
// Of the directive whose # stands first in its line: the end of that line, or of the last that a backslash continues.
std::size_t end_of_directive(std::string_view text, std::size_t at);
// Of any of the three; `at` itself where code is.
std::size_t end_of_other_than_code(std::string_view text, std::size_t at);

// The place of `word` as a word of its own, from `from` on; npos: there is none. An empty word is nowhere.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);
// The partner of the bracket at `open`; npos: there is none. Comments and literals count: without_comments() first.
std::size_t partner_of_bracket(std::string_view text, std::size_t open);

// Comments, and what stands in quotes, as blanks; lines keep their numbers.
std::string without_comments(std::string_view text);

enum class TokenKind { name, string, other, end };  // other: a single character, a number, a character or raw string literal
struct Token {
    TokenKind kind = TokenKind::end;
    std::size_t begin = 0, end = 0;
};

// Comments and blanks are passed over.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    Token next();
    std::string_view word(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }

  private:
    void skip_blanks();

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace warpwise
