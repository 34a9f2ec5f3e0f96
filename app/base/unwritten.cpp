#include "base/unwritten.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpwise {

std::string unwritten_elements(std::string_view array, std::span<const std::uint32_t> writers) {
    const auto count = static_cast<std::size_t>(std::ranges::count(writers, 0u));
    if (count == 0) return {};
    if (count == writers.size()) return fmt::format("'{}' was never written", array);
    const auto first = static_cast<std::size_t>(std::ranges::find(writers, 0u) - writers.begin());
    const auto last = static_cast<std::size_t>(std::find(writers.rbegin(), writers.rend(), 0u).base() - writers.begin()) - 1;
    if (count == 1) return fmt::format("element {} of '{}' was never written", first, array);
    if (count == last - first + 1) return fmt::format("elements {} to {} of '{}' were never written", first, last, array);
    return fmt::format("{} elements of '{}', between {} and {}, were never written", count, array, first, last);
}

}  // namespace warpwise
