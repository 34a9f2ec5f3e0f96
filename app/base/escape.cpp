#include "base/escape.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "base/files.h"

namespace warpwise {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error != std::errc::invalid_argument && end == text.data() + text.size();
}

// To a spreadsheet; in some languages, with signs of full width too.
bool is_formula(std::string_view text) {
    constexpr std::string_view wide[] = {"\uff1d", "\uff0b", "\uff0d", "\uff20"};
    if (std::ranges::any_of(wide, [&](std::string_view sign) { return text.starts_with(sign); })) return true;
    return text.size() > 1 && (std::string_view("=+-@").contains(text[0]) || is_control(text[0])) && !is_number(text);
}

// How many bytes of UTF-8 a text begins with; 0: it does not begin with a character.
std::size_t character_length(std::string_view text) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, text.size()); ++length)
        if (is_utf8(text.substr(0, length))) return length;
    return 0;
}

// `shown` gives what stands in place of a control character, or of a byte that is not UTF-8, and is told whether a line feed
// follows.
template <typename Shown>
std::string with_controls_as(std::string_view text, Shown shown) {
    std::string safe;
    safe.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0x80 ? 1 : character_length(text.substr(at));
        const std::string_view character = text.substr(at, std::max<std::size_t>(length, 1));
        const bool is_c1 = first == 0xc2 && length == 2 && static_cast<unsigned char>(text[at + 1]) < 0xa0;
        at += character.size();
        safe +=
            length == 0 || is_c1 || is_control(character[0]) ? shown(character, at < text.size() && text[at] == '\n') : character;
    }
    return safe;
}

}  // namespace

std::string html_escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            case '\n':
            case '\t': safe += c; break;
            default: safe += is_control(c) ? ' ' : c;
        }
    }
    return safe;
}

std::string csv_field(std::string_view text) {
    const bool needs_quotes = is_formula(text) || text.find_first_of(std::string_view(",\"\r\n\0", 5)) != std::string_view::npos;
    return needs_quotes ? csv_quoted(text) : std::string(text);
}

std::string csv_quoted(std::string_view text) {
    std::string quoted = is_formula(text) ? "\"'" : "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        if (c == '\0') {
            quoted += kReplacement;
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

std::string terminal_text(std::string_view text) {
    return with_controls_as(text, [](std::string_view control, bool ends_line) -> std::string_view {
        if (control == "\n" || control == "\t") return control;
        return control == "\r" && ends_line ? "" : kReplacement;
    });
}

std::string shown_name(std::string_view name) {
    return with_controls_as(name, [](std::string_view control, bool) { return is_utf8(control) ? " " : kReplacement; });
}

}  // namespace warpwise
