// The state of a stopped warp: its calls, the variables in scope with the value in each lane, and the status of its lanes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_state.h"
#include "simt/execute/block_run.h"

namespace warpwise::simt {

ValueKind kind_of(TypeKind);
// Innermost first, with inlined calls as frames of their own; empty for a warp that has ended. `warp.pc` is about to run.
std::vector<DebugFrame> frames_of(const BlockRun&, const Warp&);
// The instructions of the functions whose text is the kernel's: DebugOverview::code.
std::vector<DebugInstruction> listing_of(const Bytecode&);
// Those in scope in every frame, the innermost frame's first; in a frame in the order of their declarations. A variable that is
// declared further down is not in scope yet; one that an inner one hides is left out.
std::vector<DebugValue> variables_of(const BlockRun&, const Warp&);
// Those of these names alone, in the innermost frame; of what lies in memory the addresses, but no children.
std::vector<DebugValue> variables_named(const BlockRun&, const Warp&, std::span<const std::string> names);
// 1 to 8 bytes as a lane of the warp sees them: its own local memory; nothing where no thread has written, or no object lies.
std::optional<std::uint64_t> bits_at(const BlockRun&, const Warp&, std::uint64_t address, std::uint32_t bytes, int lane);

// The program's types, at the same places.
std::vector<DebugType> debug_types_of(const Bytecode&);
// Gives the state those of `all` that its variables need, and its variables their places among them.
void take_types(DebugState&, const std::vector<DebugType>& all);
// Names that an expression may use somewhere in the program: variables, symbols, members of objects and captures. Ascending.
std::vector<std::string> variable_names_of(const Bytecode&);
std::array<LaneStatus, kDebugLanes> lanes_of(const BlockRun&, const Warp&);
std::vector<ReconvergenceLevel> stack_of(const Warp&);
DebugWarp summary_of(const BlockRun&, const Warp&);
// Marks the lanes whose values differ from those of the previous stop (same name, same function of the frame); children too.
void mark_changes(std::vector<DebugValue>& now, const std::vector<DebugValue>& before);

}  // namespace warpwise::simt
