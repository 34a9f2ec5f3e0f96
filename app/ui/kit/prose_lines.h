// The kind of a line of Markdown, for code that splits or marks prose before it is drawn.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpwise::ui {

// Begins or ends a block of code.
bool is_fence(std::string_view line);

// The characters that are seen, without what links point to and without tags: "[warp](<term:warp>)" is seen as "[warp]".
std::size_t seen_length(std::string_view markdown);

}  // namespace warpwise::ui
