// What the latency schedule keeps between frames.
#pragma once

#include <cstdint>

namespace warpwise::ui {

struct LatencyState {
    bool follows_occupancy = true;  // the number of warps is that of this launch
    std::int64_t warps = 4, compute = 32, latency = 480;
};

}  // namespace warpwise::ui
