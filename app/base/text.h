// Small things that every reader of texts needs.
#pragma once

#include <string_view>
#include <vector>

namespace warpwise {

// The lines without their ends; views into `text`. A text that ends with a line's end has no empty line after it.
std::vector<std::string_view> lines_of(std::string_view text);

// Without blanks, tabs and line ends at either side.
std::string_view trimmed(std::string_view text);

}  // namespace warpwise
