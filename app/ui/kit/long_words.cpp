#include "ui/kit/long_words.h"

#include "base/text.h"

namespace warpwise::ui {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kBeginsPart = "&*_`~[<!$\\";

bool has_long_word(std::string_view text) {
    std::size_t length = 0;
    for (const char c : text) {
        length = kBlanks.contains(c) ? 0 : length + 1;
        if (length > kLongestWord) return true;
    }
    return false;
}

std::string with_breaks(std::string_view line) {
    std::string text;
    std::size_t length = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        length = kBlanks.contains(line[at]) ? 0 : length + 1;
        if (length > kLongestWord && kBeginsPart.contains(line[at]) && line[at - 1] != '\\') {
            text += ' ';
            length = 1;
        }
        text += line[at];
    }
    return text;
}

}  // namespace

std::string with_breaks_in_long_words(std::string_view markdown) {
    if (!has_long_word(markdown)) return std::string(markdown);
    std::string text;
    bool in_block = false;
    for (const std::string_view line : lines_of(markdown)) {
        const bool is_fence = trimmed(line).starts_with("```");
        if (is_fence) in_block = !in_block;
        text += is_fence || in_block ? std::string(line) : with_breaks(line);
        text += '\n';
    }
    return text;
}

}  // namespace warpwise::ui
