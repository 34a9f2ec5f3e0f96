#include "simt/decode/source_dialect.h"

#include <algorithm>

#include "text/source_scanner.h"

namespace warpwise::simt {
namespace {

// Where the scan stands in an asm statement: its template is what comes before the first colon.
class AssemblyPlace {
  public:
    void see(const Token& token, std::string_view word) {
        if (token.kind == TokenKind::name && (word == "asm" || word == "__asm__" || word == "__asm")) {
            depth_ = 0;
            is_named_ = in_template_ = true;
        } else if (is_named_ && word == "(") {
            ++depth_;
        } else if (is_named_ && word == ")") {
            if (--depth_ <= 0) is_named_ = in_template_ = false;
        } else if (depth_ == 1 && word == ":") {
            in_template_ = false;
        } else if (depth_ == 0 && token.kind != TokenKind::name) {
            is_named_ = in_template_ = false;
        }
    }
    bool in_template() const { return in_template_ && depth_ > 0; }

  private:
    bool is_named_ = false, in_template_ = false;
    int depth_ = 0;
};

}  // namespace

std::string as_clang_reads(std::string_view text) {
    std::string out(text);
    if (!text.contains("alignas") && !text.contains("\"C\"_") && !text.contains("asm")) return out;
    Scanner scanner(text);
    AssemblyPlace place;
    Token before;
    for (Token token = scanner.next(); token.kind != TokenKind::end; before = token, token = scanner.next()) {
        const std::string_view word = text.substr(token.begin, token.end - token.begin),
                               previous = text.substr(before.begin, before.end - before.begin);
        place.see(token, word);
        if (word == "alignas" && before.kind == TokenKind::name && previous != "struct" && previous != "class" &&
            previous != "union") {
            out.replace(token.begin, word.size(), "_SIMT_A");
        } else if (word == "\"C\"" && previous == "extern" && token.begin > before.end && token.end < text.size() &&
                   text[token.end] == '_' && text[before.end] != '\n') {
            std::rotate(out.begin() + static_cast<std::ptrdiff_t>(before.end),
                        out.begin() + static_cast<std::ptrdiff_t>(before.end) + 1,
                        out.begin() + static_cast<std::ptrdiff_t>(token.end));
        } else if (token.kind == TokenKind::string && place.in_template()) {
            for (std::size_t i = token.begin; i + 1 < token.end; ++i) {
                if (text[i] == '%' && begins_name(text[i + 1])) out[i] = kPlainPercent;
                if (text[i] == '\\' || (text[i] == '%' && text[i + 1] == '%')) ++i;
            }
        }
    }
    return out;
}

std::string with_percent_signs(std::string assembly) {
    std::ranges::replace(assembly, kPlainPercent, '%');
    return assembly;
}

}  // namespace warpwise::simt
