// Which lane a shuffle takes a value from.
#pragma once

#include <cstdint>

#include "simt/code/bytecode.h"

namespace warpwise::simt {

// The operand's low five bits count (PTX, shfl.sync: "bval[4:0] = b[4:0]"). Without such a lane in the segment, its own.
constexpr int source_lane(ShuffleKind kind, int lane, std::uint32_t operand, std::uint32_t width) {
    const int segment = width == 0 || width > 32 || (width & (width - 1)) ? 32 : static_cast<int>(width);
    const int base = lane & ~(segment - 1), b = static_cast<int>(operand % kLanes);
    int source = lane;
    switch (kind) {
        case ShuffleKind::index: return base + (b & (segment - 1));
        case ShuffleKind::up: return lane - b < base ? lane : lane - b;
        case ShuffleKind::down: source = lane + b; break;
        case ShuffleKind::exclusive_or: source = lane ^ b; break;
    }
    return source >= base + segment ? lane : source;
}

}  // namespace warpwise::simt
