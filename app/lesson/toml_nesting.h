// How deep a TOML text is nested, before it is parsed: the parser recurses, so a key of a hundred thousand parts would end the
// process.
#pragma once

#include <string_view>

namespace warpwise {

inline constexpr int kMostTomlLevels = 64;

// The line (from 1) on which tables, lists and the parts of dotted keys reach more than kMostTomlLevels; 0: on none. A text that is
// not TOML is judged up to where it stops being it.
int line_nested_too_deep(std::string_view text);

}  // namespace warpwise
