// Words and strings of a source text, with comments passed over. Internal to the compiler.
#pragma once

#include <cctype>
#include <cstddef>
#include <string_view>

namespace warpwise::simt {

inline bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
inline bool in_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)); }

enum class TokenKind { name, string, other, end };  // other: a single character, a number, a character or raw string literal
struct Token {
    TokenKind kind = TokenKind::end;
    std::size_t begin = 0, end = 0;
};

class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    Token next();
    std::string_view word(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }

  private:
    void skip_blanks();
    void skip_quoted(char quote);
    void skip_raw_string();

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace warpwise::simt
