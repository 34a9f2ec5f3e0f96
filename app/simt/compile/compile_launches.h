// Grids that device code launches. Clang 19 takes kernel<<<grid, block>>>(...) in host code alone, so that the text is changed
// before it is read: to __simt_grid<kernel>(grid, block)(...), with every other character at the line and column where it was.
#pragma once

#include <string>
#include <string_view>

namespace warpwise::simt {

// The same text where no device function launches anything.
std::string with_readable_launches(std::string_view text);

// A message about the changed text, in the words of the kernel's author.
std::string in_words_of_a_launch(std::string message);

}  // namespace warpwise::simt
