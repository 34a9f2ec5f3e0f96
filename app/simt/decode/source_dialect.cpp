#include "simt/decode/source_dialect.h"

#include <algorithm>
#include <cctype>

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
    bool in_operands() const { return is_named_ && !in_template_ && depth_ == 1; }

  private:
    bool is_named_ = false, in_template_ = false;
    int depth_ = 0;
};

bool is_behind_operator(std::string_view text, std::size_t at) {
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n')) --at;
    return text.substr(0, at).ends_with("operator");
}

// kernel << < grid, block >> > (...), as a formatter leaves it: the signs move together, and the blanks behind them.
void join_launch_signs(std::string& text) {
    const std::string before = text;
    std::size_t open = std::string::npos;  // of the launch that is being read
    int depth = 0;
    for (std::size_t at = 0; at < before.size();) {
        if (const std::size_t end = end_of_other_than_code(before, at); end != at) {
            at = end;
            continue;
        }
        const std::string_view rest = std::string_view(before).substr(at);
        if (rest.starts_with("<< <") && !is_behind_operator(before, at)) {
            open = at;
            depth = 0;
            at += 4;
            continue;
        }
        depth += rest[0] == '(' || rest[0] == '[' ? 1 : rest[0] == ')' || rest[0] == ']' ? -1 : 0;
        if (open != std::string::npos && (depth < 0 || rest[0] == ';')) open = std::string::npos;
        const bool is_torn = rest.starts_with(">> >");
        if (open != std::string::npos && depth == 0 && (is_torn || rest.starts_with(">>>"))) {
            text.replace(open, 4, "<<< ");
            if (is_torn) text.replace(at, 4, ">>> ");
            open = std::string::npos;
        }
        ++at;
    }
}

}  // namespace

std::string as_clang_reads(std::string_view original) {
    std::string out(original);
    if (original.contains("<< <")) join_launch_signs(out);
    const std::string joined = out;
    const std::string_view text = joined;
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
        } else if ((token.kind == TokenKind::string || word == "[") && previous == ")" && place.in_operands()) {
            if (const auto blank = text.substr(0, token.begin).find(' ', before.end); blank != std::string_view::npos)
                out[blank] = ',';
        }
    }
    return out;
}

namespace {

constexpr std::string_view kTexture = "texture";

// A program's own class of this name, as ray tracers have it: no texture references then.
bool defines_texture(std::string_view text) {
    for (std::size_t at = find_word(text, kTexture); at != std::string_view::npos; at = find_word(text, kTexture, at + 1)) {
        const std::string_view before = text.substr(0, text.find_last_not_of(kSourceBlanks, at == 0 ? 0 : at - 1) + 1);
        for (const std::string_view word : {"class", "struct", "union", "using", "enum"})
            if (before.ends_with(word)) return true;
    }
    return false;
}

// Where the template arguments behind the word end, if a declarator follows them; npos: it is something else.
std::size_t end_of_texture_type(std::string_view text, std::size_t at) {
    std::size_t end = text.find_first_not_of(" \t", at + kTexture.size());
    if (end == std::string_view::npos || text[end] != '<') return std::string_view::npos;
    constexpr std::size_t longest = 500;  // characters
    text = text.substr(0, end + longest);
    int depth = 0;
    for (; end < text.size(); ++end) {
        depth += text[end] == '<' ? 1 : text[end] == '>' ? -1 : 0;
        if (std::string_view(";{}&|?").contains(text[end])) return std::string_view::npos;  // no template argument has one
        if (depth == 0) break;
    }
    const auto next = end < text.size() ? text.find_first_not_of(kSourceBlanks, end + 1) : std::string_view::npos;
    const bool is_type = next != std::string_view::npos && (begins_name(text[next]) || text[next] == '&' || text[next] == '*');
    return is_type ? end + 1 : std::string_view::npos;
}

}  // namespace

std::string with_managed_textures(std::string text) {
    if (!text.contains(kTexture) || defines_texture(text)) return text;
    std::string out;
    std::size_t copied = 0, before = 0;  // `before`: the end of the last word or sign
    char last = ';';
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t end = end_of_other_than_code(text, at); end != at) {
            at = end;
            continue;
        }
        const std::string_view all(text);
        const bool is_word = all.substr(at).starts_with(kTexture) && (at == 0 || !in_name(text[at - 1]));
        if (is_word && end_of_texture_type(all, at) != std::string_view::npos) {
            const bool begins = last == ';' || last == '}' || all.substr(0, before).ends_with("static");
            out.append(text, copied, at - copied);
            out += begins ? "__managed__ __warpwise_" : "__warpwise_";
            copied = at;
        }
        if (!std::isspace(static_cast<unsigned char>(text[at]))) {
            last = text[at];
            before = at + 1;
        }
        ++at;
    }
    return copied == 0 && out.empty() ? text : out + text.substr(copied);
}

std::string with_percent_signs(std::string assembly) {
    std::ranges::replace(assembly, kPlainPercent, '%');
    return assembly;
}

}  // namespace warpwise::simt
