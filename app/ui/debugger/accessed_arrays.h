// Which arrays a warp's accesses go to, and which elements of them. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

struct AccessedArray {
    std::string name;
    MemorySpace space = MemorySpace::global;
    std::int64_t first = 0, last = 0;  // elements
    bool operator==(const AccessedArray&) const = default;
};
bool is_of(const DebugAccess&, const AccessedArray&);
// In the order of their first access; accesses that are not inside a single array are left out.
std::vector<AccessedArray> accessed_arrays(std::span<const DebugAccess>);

}  // namespace warpwise::ui
