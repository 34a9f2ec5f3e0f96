#include "ui/kit/long_words.h"

#include <algorithm>

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

// Blocks of code, whose text is not read as Markdown: from a fence to one of the same character that is as long or longer.
class CodeBlocks {
  public:
    // Whether a line is of a block, its fences included; to be asked in the order of the lines.
    bool has(std::string_view line) {
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent == std::string_view::npos || indent > kMostIndent) return fence_ > 0;
        line.remove_prefix(indent);
        const std::size_t length = std::min(line.find_first_not_of(line.front()), line.size());
        const bool is_fence = (line.front() == '`' || line.front() == '~') && length >= kShortestFence;
        if (fence_ == 0) {
            const bool opens = is_fence && (line.front() == '~' || line.find('`', length) == std::string_view::npos);
            if (opens) character_ = line.front(), fence_ = length;
            return opens;
        }
        if (is_fence && line.front() == character_ && length >= fence_ && trimmed(line.substr(length)).empty()) fence_ = 0;
        return true;
    }

  private:
    static constexpr std::size_t kMostIndent = 3, kShortestFence = 3;
    char character_ = 0;
    std::size_t fence_ = 0;  // its length; 0: outside
};

}  // namespace

std::string with_breaks_in_long_words(std::string_view markdown) {
    if (!has_long_word(markdown)) return std::string(markdown);
    std::string text;
    CodeBlocks blocks;
    for (const std::string_view line : lines_of(markdown)) {
        text += blocks.has(line) ? std::string(line) : with_breaks(line);
        text += '\n';
    }
    return text;
}

}  // namespace warpwise::ui
