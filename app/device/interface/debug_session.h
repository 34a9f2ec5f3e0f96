// One block of a launch under the debugger: it stops where it is asked to, runs forwards and backwards, and reports its state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "debug/block_accesses.h"
#include "debug/debug_state.h"
#include "device/interface/device.h"

namespace warpwise {

struct DebugOptions {
    Dim3 block{0, 0, 0};  // index of the block to enter
    BlocksBefore before = BlocksBefore::not_run;
    Schedule schedule = Schedule::round_robin;  // ordinary runs have another one: docs/debugger.md says why
    std::uint64_t schedule_seed = 1;
    std::uint64_t step_budget = std::uint64_t{1} << 32;    // warp instructions of the block
    std::uint64_t memory_budget = std::uint64_t{8} << 30;  // bytes of device memory
};

struct DebugArray {
    std::string name;
    MemorySpace space = MemorySpace::global;
    std::size_t argument = static_cast<std::size_t>(-1);  // of the kernel; all ones: none
    std::uint64_t address = 0, bytes = 0;
    std::uint32_t element_bytes = 1;
};

// One call at a time, from any thread. An Error says that the session is lost because its process ended, as every later call then
// does too; or that this call has no answer: there is no array at the address, or the answer is too large for one message.
class DebugSession {
  public:
    virtual ~DebugSession() = default;
    // Names that an expression may use somewhere in the program, ascending; empty: not known.
    virtual Result<std::vector<std::string>> variable_names() = 0;
    // Runs until the command is done; a requested stop leaves the block where it is, with StopReason::cancelled.
    virtual Result<DebugState> run(const DebugCommand&, const std::stop_token&) = 0;
    // From the block's start to its end or to `most_steps`, with 0 only the code; does not change the current position.
    virtual Result<DebugOverview> overview(std::uint64_t most_steps, const std::stop_token&) = 0;
    // Of the block from its start. Does not change the current position either.
    virtual Result<DebugBlockAccesses> accesses(const DebugAccessesWanted&, const std::stop_token&) = 0;
    virtual Result<std::vector<DebugArray>> arrays() = 0;
    // At most 1 MiB; fewer bytes where the array ends. Shared memory is the block's.
    virtual Result<std::vector<std::byte>> read(std::uint64_t address, std::uint64_t bytes) = 0;
    // The same as a thread of the block (its linear index) sees it: its own local memory too; fewer bytes where no thread has
    // written, and none where that is so from the start.
    virtual Result<std::vector<std::byte>> read_in_thread(std::uint32_t thread, std::uint64_t address, std::uint64_t bytes) = 0;
};

}  // namespace warpwise
