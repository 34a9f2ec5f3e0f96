// What the warps of a block access, from its start to its end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise {

struct DebugBlockAccess {
    std::uint32_t warp = 0;
    DebugAccess access;  // without values
};
struct DebugBlockAccesses {
    std::vector<DebugBlockAccess> accesses;  // of global and shared memory, ascending by position
    bool complete = false;                   // the block ran to its end, and all that are wanted are there
    std::optional<Fault> fault;              // in which it ends; its access is not there
};
// More need too much room in a message between two processes.
inline constexpr std::size_t kMostBlockAccesses = 10'000;

struct DebugAccessesWanted {
    std::optional<std::uint32_t> warp = std::nullopt;  // of this one alone
    std::size_t most = kMostBlockAccesses;             // no more than these, from the start
};

}  // namespace warpwise
