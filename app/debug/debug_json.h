// The states and commands of the debugger (debug_state.h) as JSON, exact in CBOR and in text; in text, names must be UTF-8. Reading
// throws nlohmann's exceptions or those of <stdexcept> if a value is missing, has the wrong type or does not fit into it, or if
// there is one too many.
#pragma once

#include <nlohmann/json.hpp>

#include "base/json_members.h"
#include "debug/block_accesses.h"
#include "debug/debug_state.h"

namespace warpwise {

template <>
inline constexpr MemorySpace last_enumerator<MemorySpace> = MemorySpace::constant;

nlohmann::json to_json(const DebugState&);
nlohmann::json to_json(const DebugOverview&);
nlohmann::json to_json(const DebugBlockAccesses&);
nlohmann::json to_json(const DebugAccessesWanted&);
nlohmann::json to_json(const DebugCommand&);
nlohmann::json to_json(const std::vector<LineCounts>&);

DebugState debug_state_from_json(const nlohmann::json&);
DebugOverview debug_overview_from_json(const nlohmann::json&);
DebugBlockAccesses block_accesses_from_json(const nlohmann::json&);
DebugAccessesWanted accesses_wanted_from_json(const nlohmann::json&);
DebugCommand debug_command_from_json(const nlohmann::json&);
std::vector<LineCounts> line_counts_from_json(const nlohmann::json&);

}  // namespace warpwise
