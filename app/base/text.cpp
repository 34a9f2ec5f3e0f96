#include "base/text.h"

#include <fmt/format.h>

namespace warpwise {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

namespace {

constexpr std::size_t kLongestWord = 300, kLongestMessage = 4000;

// The place at or before `at` where a character begins.
std::size_t character_at(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
    return at;
}

void cut_middle(std::string& text, std::size_t begin, std::size_t end, std::size_t most) {
    const std::size_t from = character_at(text, begin + most * 3 / 4), to = character_at(text, end - most / 8);
    text.replace(from, to - from, "...");
}

}  // namespace

std::string readable_message(std::string message) {
    for (std::size_t end = message.size(); end > 0;) {  // from the last word on, so that places before it stay
        const std::size_t blank = message.find_last_of(" \t\n", end - 1);
        const std::size_t begin = blank == std::string::npos ? 0 : blank + 1;
        if (end - begin > kLongestWord) cut_middle(message, begin, end, kLongestWord);
        end = blank == std::string::npos ? 0 : blank;
    }
    if (message.size() > kLongestMessage) cut_middle(message, 0, message.size(), kLongestMessage);
    return message;
}

std::string shell_quoted(std::string_view word) {
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string_view plain_kernel_name(std::string_view kernel) { return kernel.substr(0, kernel.find('<')); }

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1024) return fmt::format("{} bytes", bytes);
    double size = static_cast<double>(bytes) / 1024;
    const char* unit = "kB";
    for (const char* larger : {"MB", "GB", "TB"}) {
        if (size < 1000) break;
        size /= 1024;
        unit = larger;
    }
    return size < 10 ? fmt::format("{:.2g} {}", size, unit) : fmt::format("{:.0f} {}", size, unit);
}

}  // namespace warpwise
