// Names in code, in prose, that are longer than a line: RichMd would cut them anywhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpwise::ui {

// A blank goes into each span of code without one that is longer than `most_characters`: behind the last "_", "." or ":" that fits
// on a line, so that it is broken there. Blocks of code stay.
std::string with_breaks_in_long_names(std::string_view markdown, std::size_t most_characters);

}  // namespace warpwise::ui
