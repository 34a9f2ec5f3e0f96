// Where a pass through a network is: which weights a warp has read, forward from the inputs or back from the output. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_state.h"
#include "lesson/network_layers.h"

namespace warpwise::ui {

// The weights that the accesses to `array` read, in their order, with their positions.
struct WeightRead {
    std::uint64_t position = 0;
    std::int64_t element = 0;
    int line = 0;
};
std::vector<WeightRead> weight_reads(std::span<const DebugAccess>, const std::string& array, const NetworkLayers&);

struct NetworkNow {
    enum class Pass : std::uint8_t { none, forward, backward };
    Pass pass = Pass::none;
    std::vector<bool> seen;   // by element: in this pass
    std::int64_t last = -1;   // the newest one; -1: none
    int line = 0, layer = 0;  // of that
};
// After the first `count` of them. A pass turns back when it reads a weight again. It begins anew when it then reads a bias or the
// first layer, which the way back needs neither.
NetworkNow network_after(std::span<const WeightRead>, std::size_t count, const NetworkLayers&);
// How many there are before a session's position.
std::size_t reads_before(std::span<const WeightRead>, std::uint64_t position);

// "Forward, layer 2 of 3: w[31], from unit 7 to unit 0 (line 11)."
std::string network_sentence(const NetworkNow&, const NetworkLayers&, const std::string& array);

}  // namespace warpwise::ui
