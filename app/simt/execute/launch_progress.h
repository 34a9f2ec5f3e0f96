// How far a launch has come, as plain data that its host threads share.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/fault.h"
#include "base/launch_shape.h"
#include "simt/code/bytecode.h"
#include "simt/code/counters.h"
#include "simt/execute/execute_options.h"
#include "simt/execute/execute_outcome.h"
#include "simt/execute/line_counter.h"

namespace warpwise::simt {

class NativeCode;

inline constexpr std::size_t kPrintedBytes = std::size_t{1} << 20;

// At most one for an instruction: of the first block, in the order of dispatch, in which it happened.
struct Warning {
    const Instruction* instruction = nullptr;
    std::uint64_t position = 0;  // of the block
    Diagnostic text;
};

// With ExecuteOptions::goes_on_as_gpu, at most one for an instruction, as with warnings.
struct PassedOver {
    const Instruction* instruction = nullptr;
    std::uint64_t position = 0;  // of the block
    std::size_t order = 0;       // among those of its host thread
    Fault fault;
};

// Host threads whose blocks come back to an earlier state wait, as a block on another thread may still change what theirs waits
// for. When all wait, each looks again while the others stand still; when all have come back again, the launch has no end.
struct WaitForEachOther {
    std::atomic<int> running{0}, stuck{0};  // threads that run blocks; of them those that wait or look again
    std::atomic<bool> taken{false};         // by the one that looks again
    std::atomic<int> proofs{0};             // of those that looked again, since the last that went on
    std::atomic<std::uint64_t> epoch{1};    // counts those that went on
};

// A grid that a thread of a kernel launched: it runs when the grid of that thread has ended.
struct ChildGrid {
    const Function* kernel = nullptr;
    LaunchShape shape;
    std::vector<ArgumentBytes> arguments;
    std::uint64_t position = 0;     // of the block that launched it
    bool is_tail = false;           // in cudaStreamTailLaunch: behind all others of its grid
    std::uint32_t launched_by = 0;  // linear index of the thread of the host's launch that it descends from, and 1
    std::uint32_t line = 0;         // of the launch
};

// How far a launch has come, and the sums over its blocks: shared by the host threads.
struct LaunchProgress {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> next_position{0}, finished_blocks{0}, steps{0};
    std::atomic<std::uint64_t> printed_steps{0};                   // of the steps those for what is printed
    std::atomic<std::uint64_t> pending{0};                         // child grids that have not begun
    std::atomic<std::uint64_t> fault_position{~std::uint64_t{0}};  // of the earliest block that faulted
    // Of `race`: twice the position of its block, and one more for a hazard inside a warp, which a race between warps replaces.
    std::atomic<std::uint64_t> race_rank{~std::uint64_t{0}};
    std::atomic<std::uint64_t> last_printing{~std::uint64_t{0}};  // of the block whose text reaches the bound
    std::atomic<bool> cancelled{false};
    std::atomic<bool> asked_for_native{false};
    std::atomic<const NativeCode*> native{nullptr};  // the kernel's compiled code, once it was asked for: native_code's
    // Blocks that had ended when a warp first ran as compiled code.
    static constexpr std::uint64_t kNeverCompiled = ~std::uint64_t{0};
    std::atomic<std::uint64_t> compiled_after{kNeverCompiled};
    std::mutex mutex;  // guards what follows
    std::shared_ptr<const NativeCode> native_code;
    std::optional<Fault> fault;
    std::optional<Fault> race;  // the first; the launch runs on, so that the arrays and write maps show what came of it
    // The first of those in which a store leaves what lies there: the value is the same in any order.
    std::optional<Fault> equal_race;
    std::uint64_t equal_race_position = ~std::uint64_t{0};
    std::optional<Fault> passed_barrier;  // of the first block that has one
    std::uint64_t passed_barrier_position = ~std::uint64_t{0};
    std::vector<std::pair<std::uint64_t, std::string>> printed;  // by position
    std::size_t printed_bytes = 0;                               // of it
    std::vector<ThreadAccess> watched;
    std::vector<Warning> warnings;
    std::vector<PassedOver> passed_over;
    LaunchCounters counters;
    std::unique_ptr<LineCounter> lines;
    std::uint64_t warp_instructions = 0, lane_instructions = 0, most_by_one_warp = 0;
    struct BlockStart {
        std::uint32_t interval = 0, block = 0;
    };
    std::vector<std::vector<BlockStart>> intervals;  // Trace full, by host thread: ascending
    std::uint32_t last_interval = 0;                 // Trace full: taken by a block that has ended
    std::uint32_t ordered_before = 0;                // accesses of earlier intervals come before all that follow
    std::vector<ChildGrid> children;                 // that the blocks launched, in any order
    std::uint32_t depth = 0;                         // of the grid that runs: 0 is the host's launch
    WaitForEachOther waits;                          // not guarded
};

}  // namespace warpwise::simt
