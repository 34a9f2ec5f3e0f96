// The elements of arrays and the members of structures in all lanes, as many as are asked for: of variables that a state holds in
// part, and of what an expression finds in memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "debug/debug_places.h"

namespace warpwise {

using DebugOperandLanes = std::array<std::optional<DebugOperand>, kDebugLanes>;

// One value from what it is in each lane. Arrays and structures get addresses and no children.
DebugValue value_of_lanes(const DebugPlaces&, std::string name, const DebugOperandLanes&);

// Elements or members [first, first + count), each with its own addresses and type, so that their parts can be asked for in turn.
std::vector<DebugValue> debug_parts(const DebugScope&, const DebugValue& array_or_structure, std::uint64_t first,
                                    std::uint64_t count);
// Reads children where there are none, at most 64 of each and a few hundred in all: for a text of the whole.
void read_children(const DebugScope&, DebugValue& array_or_structure);

}  // namespace warpwise
