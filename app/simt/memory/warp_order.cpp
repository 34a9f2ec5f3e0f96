#include "simt/memory/warp_order.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace warpwise::simt {
namespace {

constexpr std::size_t kLanesOfOrder = 32;

}  // namespace

void WarpOrder::meet(std::uint32_t lanes, std::uint32_t living, std::uint32_t now) {
    if ((living & ~lanes) == 0) {
        since_ = now;
        known_.clear();
        return;
    }
    if (known_.empty()) known_.assign(kLanesOfOrder * kLanesOfOrder, since_);
    std::uint32_t all[kLanesOfOrder] = {};  // what any of them knows
    const auto for_each = [&](auto&& f) {
        for (std::uint32_t left = lanes; left; left &= left - 1) f(static_cast<std::size_t>(std::countr_zero(left)));
    };
    for_each([&](std::size_t lane) {
        for (std::size_t other = 0; other < kLanesOfOrder; ++other)
            all[other] = std::max(all[other], known_[lane * kLanesOfOrder + other]);
    });
    for_each([&](std::size_t lane) { all[lane] = now; });
    for_each([&](std::size_t lane) { std::ranges::copy(all, known_.begin() + static_cast<std::ptrdiff_t>(lane * kLanesOfOrder)); });
}

bool WarpOrder::is_ordered(int earlier_lane, std::uint32_t when, int lane) const {
    if (when < since_) return true;
    const std::size_t place = static_cast<std::size_t>(lane) * kLanesOfOrder + static_cast<std::size_t>(earlier_lane);
    return !known_.empty() && when < known_[place];
}

}  // namespace warpwise::simt
