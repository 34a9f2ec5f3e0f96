#include "lesson/source_markers.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace warpwise {
namespace {

// A line's code and the marker at its end: "int i = 0;  //[index]" or "//[index]" alone; most lines have none.
struct MarkedLine {
    std::string_view code, marker;
    bool is_marker_alone() const { return !marker.empty() && trimmed(code).empty(); }
};

MarkedLine split_marker(std::string_view line) {
    const std::size_t at = line.rfind("//[");
    const std::string_view tail = at == std::string_view::npos ? std::string_view{} : trimmed(line.substr(at));
    if (!tail.ends_with("]") || tail.find(' ') != std::string_view::npos) return {line, {}};
    const std::string_view code = line.substr(0, at);
    return {code.substr(0, code.find_last_not_of(" \t") + 1), tail.substr(3, tail.size() - 4)};
}

// Moves a block of code to the left margin, without blank lines around it.
std::string dedented(std::vector<std::string_view> lines) {
    while (!lines.empty() && trimmed(lines.front()).empty()) lines.erase(lines.begin());
    while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
    std::size_t margin = std::string_view::npos;
    for (const std::string_view line : lines)
        if (!trimmed(line).empty()) margin = std::min(margin, line.find_first_not_of(" \t"));
    std::string text;
    for (const std::string_view line : lines) text += std::string(trimmed(line).empty() ? "" : line.substr(margin)) + "\n";
    return text;
}

}  // namespace

std::string strip_markers(std::string_view source) {
    std::string text;
    for (const std::string_view line : lines_of(source)) {
        const MarkedLine marked = split_marker(line);
        if (!marked.is_marker_alone()) text += std::string(marked.code) + "\n";
    }
    return text;
}

std::string blank_markers(std::string_view source) {
    std::string text;
    for (const std::string_view line : lines_of(source)) text += std::string(split_marker(line).code) + "\n";
    return text;
}

std::optional<std::string> marked_code(std::string_view source, std::string_view marker) {
    const std::string end = fmt::format("/{}", marker);
    std::vector<std::string_view> inside;
    bool open = false;
    for (const std::string_view line : lines_of(source)) {
        const MarkedLine marked = split_marker(line);
        if (open && marked.marker == end) return dedented(inside);
        if (!open && marked.marker == marker && !marked.is_marker_alone()) return dedented({marked.code});
        if (open && !marked.is_marker_alone()) inside.push_back(marked.code);
        if (marked.marker == marker) open = true;
    }
    return {};
}

}  // namespace warpwise
