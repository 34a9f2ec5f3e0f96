// [[be_the_warp]] and [[step]]: what the debugger shows at each stop. No answer stands in a manifest: it is what the warp does.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "device/interface/debug_session.h"
#include "experiment/run/device_set.h"
#include "lesson/lesson.h"

namespace warpwise {

// A stop that was reached. Bit i of a mask is lane i, or warp i.
struct SeenStop {
    int line = 0;
    std::uint64_t choosable = 0;   // lanes that the line is executed for; warps that have not ended
    std::uint64_t right = 0;       // lanes active at `next`; warps that may go on
    std::vector<DebugWarp> warps;  // of the block, when this one has come to the line
};

struct SeenWalk {
    std::string source;  // of the kernel, without markers
    std::vector<SeenStop> stops;
};

// An Error says which stop cannot be reached, and why.
Result<SeenWalk> walk(const Lesson&, const BeTheWarp&, DeviceSet&, const std::stop_token& = {});
// The line of a [[step]], from 1, that its warp comes to.
Result<int> reach(const Lesson&, const ShownStep&, DeviceSet&, const std::stop_token& = {});

}  // namespace warpwise
