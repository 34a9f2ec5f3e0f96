// "Did you mean": the nearest of the words that would have been right.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace warpwise {

// "Did you mean 'x'?" when one of `known` is close to `word`, else "".
std::string did_you_mean(std::string_view word, std::span<const std::string> known);
// "a, b and c"
std::string listed(std::span<const std::string> words);

}  // namespace warpwise
