#include "ui/lesson/line_diff.h"

#include <algorithm>
#include <cstddef>

#include "base/text.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostLines = 2000;

std::vector<std::string> lines_to_compare(std::string_view text) {
    std::vector<std::string> lines;
    for (std::string_view line : lines_of(text)) {
        while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) line.remove_suffix(1);
        lines.emplace_back(line);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

}  // namespace

std::vector<DiffLine> diff_lines(std::string_view from, std::string_view to) {
    using Kind = DiffLine::Kind;
    const std::vector<std::string> a = lines_to_compare(from), b = lines_to_compare(to);
    const bool too_long = a.size() > kMostLines || b.size() > kMostLines;
    // common[i][j]: lines that a from i and b from j have in common, in order
    std::vector<std::vector<std::size_t>> common(a.size() + 1, std::vector<std::size_t>(too_long ? 1 : b.size() + 1));
    if (!too_long)
        for (std::size_t i = a.size(); i-- > 0;)
            for (std::size_t j = b.size(); j-- > 0;)
                common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    std::vector<DiffLine> lines;
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        if (!too_long && i < a.size() && j < b.size() && a[i] == b[j]) {
            lines.push_back({Kind::same, a[i++]});
            ++j;
        } else if (i < a.size() && (too_long || j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
            lines.push_back({Kind::removed, a[i++]});
        } else {
            lines.push_back({Kind::added, b[j++]});
        }
    }
    return lines;
}

}  // namespace warpwise::ui
