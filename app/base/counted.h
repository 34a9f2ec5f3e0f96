// A count with its noun, as sentences have it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/number_text.h"

namespace warpwise {

// "1 lane", "32 lanes", "2 addresses", "1,024 launches"
inline std::string counted(std::uint64_t n, std::string_view noun) {
    const bool hisses = noun.ends_with("s") || noun.ends_with("ch");
    return fmt::format("{} {}{}", with_separators(n), noun, n == 1 ? "" : hisses ? "es" : "s");
}

}  // namespace warpwise
