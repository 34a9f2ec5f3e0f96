// Two texts line by line: which lines both have, and which only one of them. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwise::ui {

struct DiffLine {
    enum class Kind { same, removed, added } kind;
    std::string text;
    bool operator==(const DiffLine&) const = default;
};

// `removed` are lines of `from` alone, `added` of `to` alone. Blanks at the end of a line do not count. Costs the product of
// both texts' lines: above 2,000 lines each, everything is removed and added.
std::vector<DiffLine> diff_lines(std::string_view from, std::string_view to);

}  // namespace warpwise::ui
