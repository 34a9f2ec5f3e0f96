#include "program/runtime/address_range.h"

#include <algorithm>

namespace warpwise {
namespace {

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

std::optional<std::uint64_t> AddressRange::take(std::uint64_t bytes) {
    const std::uint64_t gap = given_ < gaps_.wide_for ? gaps_.wide : gaps_.narrow;
    if (bytes >= end_ - next_ || gap >= end_ - next_ - bytes) return take_again(bytes);
    const std::uint64_t address = next_;
    next_ = std::min(rounded_up(next_ + bytes + gap, alignment_), end_);
    rooms_[address] = next_ - address;
    ++given_;
    return address;
}

// The one that was freed first, among those with room for half of a gap at least.
std::optional<std::uint64_t> AddressRange::take_again(std::uint64_t bytes) {
    const auto found = std::ranges::find_if(free_, [&](std::uint64_t address) {
        const std::uint64_t room = rooms_.at(address);
        return bytes <= room && room - bytes >= gaps_.narrow / 2;
    });
    if (found == free_.end()) return std::nullopt;
    const std::uint64_t address = *found;
    free_.erase(found);
    return address;
}

void AddressRange::give_back(std::uint64_t address) {
    if (rooms_.contains(address)) free_.push_back(address);
}

}  // namespace warpwise
