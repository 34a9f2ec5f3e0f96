#include "lesson/puzzles.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace warpwise {
namespace {

// From 0; past the last line where there is none, or more than one.
std::size_t place_of(const std::vector<std::string_view>& lines, std::string_view marker) {
    std::size_t place = lines.size();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!trimmed(lines[i]).ends_with(marker)) continue;
        if (place != lines.size()) return lines.size();
        place = i;
    }
    return place;
}

std::string mark_of(const std::string& marker) { return "//[" + marker + "]"; }

std::vector<std::string_view> all_lines(std::string_view text) {
    const auto lines = lines_of(text);
    return {lines.begin(), lines.end()};
}

}  // namespace

std::string line_of(const Rung& rung) {
    const auto lines = all_lines(rung.text);
    const std::size_t place = place_of(lines, mark_of(kRungMarker));
    if (place == lines.size()) return {};
    return std::string(trimmed(lines[place].substr(0, lines[place].rfind("//["))));
}

std::string text_with(const Rung& rung, const std::string& line) {
    const auto lines = all_lines(rung.text);
    const std::size_t place = place_of(lines, mark_of(kRungMarker));
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i == place)
            text += std::string(lines[i].substr(0, lines[i].find_first_not_of(" \t"))) + line;
        else
            text += lines[i];
        text += "\n";
    }
    return text;
}

int line_number_of(const Rung& rung) { return marked_line(rung.text, kRungMarker); }

int marked_line(const std::string& source, const std::string& marker) {
    const auto lines = all_lines(source);
    const std::string mark = mark_of(marker);
    const std::size_t place = place_of(lines, mark);
    if (place == lines.size()) return 0;
    const bool alone = trimmed(lines[place]) == mark;
    return static_cast<int>(place) + (alone ? 2 : 1);
}

}  // namespace warpwise
