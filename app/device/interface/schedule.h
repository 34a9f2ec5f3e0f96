// The order of blocks and warps on the emulator as people write it: "sequential", "round-robin", "by-request", "reversed",
// "random:7".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "device/interface/device.h"

namespace warpwise {

struct ScheduleChoice {
    Schedule schedule = Schedule::sequential;
    std::uint64_t seed = 1;  // of random
    bool operator==(const ScheduleChoice& other) const {
        return schedule == other.schedule && (schedule != Schedule::random || seed == other.seed);
    }
};

std::string text_of(const ScheduleChoice&);
// Exactly this order: on one host thread, as several would run the blocks in an order of their own.
void set_schedule(LaunchOptions&, const ScheduleChoice&);
// "random" alone is "random:1".
Result<ScheduleChoice> parse_schedule(std::string_view);

}  // namespace warpwise
