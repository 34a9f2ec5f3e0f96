// A count with its noun, as sentences have it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/number_text.h"

namespace warpwise {

// "1 lane", "32 lanes", "2 addresses"
inline std::string counted(std::uint64_t n, std::string_view noun) {
    return fmt::format("{} {}{}", with_separators(n), noun, n == 1 ? "" : noun.ends_with("s") ? "es" : "s");
}

}  // namespace warpwise
