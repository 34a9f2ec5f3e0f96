// Which object contains an address, and the messages of faults. Cold code: it runs once per launch.
#pragma once

#include "simt/execute_state.h"

namespace warpwise::simt {

enum class Space : std::uint8_t { global, shared, local, constant, none };
Space space_of(std::uint64_t address);

// Something with a name that an address can belong to: an array argument, a __device__ variable, a shared or local array.
struct Object {
    Space space = Space::none;
    std::uint64_t base = 0, size = 0;
    std::byte* host = nullptr;  // null in local memory, which is interleaved over the lanes
    std::string_view name;      // the program's or the memory's
    std::size_t element_bytes = 1;
    std::size_t argument = no_argument;
    std::uint32_t type = kNoIndex;  // index in Bytecode::types, where the program declares it
    bool holds(std::uint64_t address, std::uint64_t bytes) const {
        return address >= base && bytes <= size && address - base <= size - bytes;
    }
};

// The object that holds the bytes, seen from this warp's current call.
std::optional<Object> find_object(const BlockRun&, const Warp&, std::uint64_t address, std::uint64_t bytes);
// The object in whose neighbourhood an address lies: what a wrong index was meant for.
std::optional<Object> object_near(const BlockRun&, const Warp&, std::uint64_t address);

// An address of shared, local or constant memory as the hardware counts it, without its array's window; others as they are.
std::uint64_t plain_address(std::uint64_t address);

std::uint32_t pc_of(const Warp&, const Instruction&);
Location location_of(const Warp&, const Instruction&);

// Each but the notes of races sets the run's fault, unless there is one, with the place of the instruction; always false, for
// `return raise(...)`.
bool raise(BlockRun&, const Warp&, const Instruction&, int lane, FaultKind, std::string message, std::string hint);
// Told with the outcome; the launch goes on. Once an instruction.
void warn(BlockRun&, const Warp&, const Instruction&, int lane, std::string message, std::string hint);
bool raise_access(BlockRun&, const Warp&, const Instruction&, int lane, std::uint64_t address, std::uint64_t bytes, bool is_store);
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
bool raise_deadlock(BlockRun&, const Warp& first, const Warp& second);

}  // namespace warpwise::simt
