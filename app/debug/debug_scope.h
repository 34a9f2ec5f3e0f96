// What an expression is evaluated in: a state of a warp, and its memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/launch_shape.h"
#include "debug/debug_state.h"

namespace warpwise {

// 1 to 8 bytes of device memory, zero-extended; nothing where no array is.
using DebugReader = std::function<std::optional<std::uint64_t>(std::uint64_t address, std::uint32_t bytes)>;

// What an expression is evaluated in.
struct DebugScope {
    const DebugState& state;
    LaunchShape shape;
    std::uint32_t frame = 0;  // whose variables
    DebugReader read;         // empty: pointers are not followed
    // The same as a lane sees it: its own local memory too, and nothing where no thread has written. Empty: `read` is asked.
    std::function<std::optional<std::uint64_t>(std::uint64_t address, std::uint32_t bytes, int lane)> read_in_lane{};
    const std::vector<DebugType>* types = nullptr;  // null: the state's
};

// Of a lane of the state's warp; nothing where the block has no such thread.
std::optional<Dim3> thread_index(const DebugScope&, int lane);

}  // namespace warpwise
