// The messages of faults. Cold code: it runs once per launch.
#pragma once

#include "simt/execute/execute_objects.h"
#include "simt/memory/races.h"

namespace warpwise::simt {

std::uint32_t pc_of(const Warp&, const Instruction&);
Location location_of(const Warp&, const Instruction&);

// A fault of a lane with its place and nothing else yet.
Fault fault_at(BlockRun&, const Warp&, const Location&, int lane);
// The array and the index of the object that holds the bytes, where one does.
void set_element(Fault&, const BlockRun&, const Warp&, std::uint64_t address, std::uint64_t bytes = 1);
std::string index_text(Dim3);   // "(3, 0, 0)"
std::string who(const Fault&);  // "thread (3, 0, 0) of block (0, 0, 0)"

// Each but the notes of races sets the run's fault, unless there is one, with the place of the instruction; always false, for
// `return raise(...)`.
bool raise(BlockRun&, const Warp&, const Instruction&, int lane, FaultKind, std::string message, std::string hint);
// What a GPU passes over; true where the launch goes on.
bool raise_or_go_on(BlockRun&, const Warp&, const Instruction&, int lane, FaultKind, std::string message, std::string hint);
// Told with the outcome; the launch goes on. Once an instruction.
void warn(BlockRun&, const Warp&, const Instruction&, int lane, std::string message, std::string hint);
// True where the launch goes on, with read_mapped() or write_mapped().
bool raise_access(BlockRun&, const Warp&, const Instruction&, int lane, std::uint64_t address, std::uint64_t bytes, bool is_store);
// An access through an array member of a structure: whether it stays within that member.
bool check_member(BlockRun&, const Warp&, const Instruction&);
// Keep the race of the first block in the order of dispatch that found one; the launch ends in it when it ends in no other fault.
void note_race(BlockRun&, const Warp&, const Instruction&, std::uint64_t address, bool is_store, const Race&);
// Two lanes of the warp write different values to one place in one instruction.
void note_clash_of(BlockRun&, const Warp&, const Instruction&, int lane, int other, std::uint64_t address);
bool raise_uninitialized(BlockRun&, const Warp&, const Instruction&, int lane, std::uint64_t address, std::uint64_t bytes);
Fault uninitialized_read(BlockRun&, const Warp&, const Instruction&, int lane, std::uint64_t address, std::uint64_t bytes);
// The launch has run too long, or `endless`: after `length` warp instructions the block is in the same state again.
bool raise_budget(BlockRun&, const Warp&, std::string_view budget);
bool raise_endless(BlockRun&, const Warp&, std::uint64_t length);
bool raise_divergent_barrier(BlockRun&, const Warp&, const Instruction&, int other_lane, std::uint32_t other_pc);
// Whole warps of the block wait at different barriers. True where the launch goes on.
bool raise_other_barrier(BlockRun&, const Warp& first, const Warp& second);
// The barrier at which the block's warps wait opens, and some of its threads have ended without it. It goes on, as on a GPU.
void note_passed_barrier(BlockRun&, const Warp& waiting);
// The block waits at the barrier of the grid, which another block has ended without.
bool raise_missing_block(BlockRun&, std::uint64_t ended);

}  // namespace warpwise::simt
