// What a launch is asked for.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace warpwise::simt {

class BlockPool;
class UndoLog;

enum class TraceLevel { none, counters, full };  // full adds races, uninitialised reads and write maps
// Of the blocks, and of the warps between two barriers. A warp's turn is as long as it can be (sequential, reversed), one
// instruction (round_robin), up to its next request to global memory (by_request), or of a random length.
enum class BlockOrder { sequential, round_robin, by_request, reversed, random };

// Which code runs the warps. Both do the same; compiled code is quicker, and is made while the interpreter works.
enum class Tier { automatic, interpreted, native };

struct ExecuteOptions {
    int threads = 0;  // host threads; 0: all
    TraceLevel trace = TraceLevel::counters;
    BlockOrder order = BlockOrder::sequential;
    std::uint64_t seed = 1;
    Tier tier = Tier::automatic;                         // native: no block runs before its code is there
    std::uint64_t step_budget = std::uint64_t{4} << 30;  // warp instructions of the launch
    // The launch's budget ends no block that has taken less: a grid of many blocks, each of which ends, is long and not endless.
    std::uint64_t block_step_budget = 0;
    double time_budget_s = 0;  // 0: none
    std::optional<std::uint64_t> watch_thread;
    bool line_counts = false;           // TraceLevel::full alone
    bool goes_on_as_gpu = false;        // what a GPU passes over does not end the launch: ExecuteOutcome::passed_over
    bool ends_only_at_end = false;      // no statement of the kernel returns: ExecuteOutcome::passed_barrier is looked for
    bool refuses_grid_barrier = false;  // the launch is not a cooperative one: a barrier of the whole grid ends it, as on a GPU
    // Only these run, in this order; empty: all. For a look at a launch that would take too long: not for kernels whose blocks wait
    // for each other.
    std::vector<std::uint64_t> blocks{};
    // Keeps what is written to the arrays, so that the launch can be taken back: it runs on one thread, interpreted.
    UndoLog* undo = nullptr;
    BlockPool* pool = nullptr;  // keeps the memory of blocks for later launches; null: it is freed behind this one
    std::stop_token stop;
    std::function<void(double)> progress;  // 0..1, from any thread
    // Warp instructions are added to it while the launch runs, from any thread; null: they are not.
    std::atomic<std::uint64_t>* running_count = nullptr;
};

// The bytes of one kernel argument: a device address, a scalar, or a structure as it lies in memory.
using ArgumentBytes = std::vector<std::byte>;

}  // namespace warpwise::simt
