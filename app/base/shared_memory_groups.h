// Which lanes of a warp pass over the banks of shared memory together, as measured on an H200 (docs/counters.md).
#pragma once

#include <bit>
#include <cstdint>

#include "base/launch_shape.h"

namespace warpwise {

inline constexpr std::uint32_t kBankCount = 32, kBytesPerBankWord = 4;

// Whether every active lane l finds lane (l xor distance) inactive or on its own address.
inline bool lane_pairs_agree(std::uint32_t mask, const std::uint64_t* addresses, int distance) {
    bool agree = true;
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left), other = lane ^ distance;
        if (mask >> other & 1) agree &= addresses[lane] == addresses[other];
    }
    return agree;
}

// Lanes per group of an access of 1 to 16 bytes per lane: the warp, its halves or its quarters. Of wide loads, neighbouring groups
// merge where pairs of lanes agree on their address. An atomic has no groups.
inline int shared_group_lanes(std::uint32_t mask, const std::uint64_t* addresses, std::uint32_t bytes, bool is_store) {
    const int lanes = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
    const bool merged = !is_store && bytes > 4 && (lane_pairs_agree(mask, addresses, 1) || lane_pairs_agree(mask, addresses, 2));
    return merged ? 2 * lanes : lanes;
}

}  // namespace warpwise
