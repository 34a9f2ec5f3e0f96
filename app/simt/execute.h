// Runs a program on the host, warp by warp: 32 lanes under an active mask that meet again at immediate post-dominators.
//
// The same launch gives the same result whatever `threads` is, except where blocks race: the order of floating-point atomics
// of different blocks follows the host's threads. Which of two racing blocks is told of does too, in
// traces of Trace::full of 65536 threads and more; smaller ones run on one host thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/fault.h"
#include "base/launch_shape.h"
#include "base/line_counts.h"
#include "simt/bytecode.h"
#include "simt/counters.h"
#include "simt/memory.h"

namespace warpwise::simt {

enum class TraceLevel { none, counters, full };  // full adds races, uninitialised reads and write maps
enum class BlockOrder { round_robin, reversed, random };

struct ExecuteOptions {
    int threads = 0;  // host threads; 0: all
    TraceLevel trace = TraceLevel::counters;
    BlockOrder order = BlockOrder::round_robin;  // of the blocks, and of the warps between two barriers
    std::uint64_t seed = 1;
    std::uint64_t step_budget = std::uint64_t{4} << 30;  // warp instructions of the launch
    double time_budget_s = 0;                            // 0: none
    std::optional<std::uint64_t> watch_thread;
    bool line_counts = false;     // TraceLevel::full alone
    bool goes_on_as_gpu = false;  // what a GPU passes over does not end the launch: ExecuteOutcome::passed_over
    std::stop_token stop;
    std::function<void(double)> progress;  // 0..1, from any thread
};

// The bytes of one kernel argument: a device address, a scalar, or a structure as it lies in memory.
using ArgumentBytes = std::vector<std::byte>;

struct ThreadAccess {  // of the watched thread
    int line = 0;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    bool is_store = false;
    std::uint64_t value_bits = 0;     // the first eight bytes
    std::uint64_t position = 0;       // of its warp instruction in the block, as a session counts
    std::uint64_t step = 0;           // ... and among all that its host thread ran in this launch
    TypeKind type = TypeKind::other;  // of a scalar in a variable of the program, as declared; else not known
};

struct ArgumentWriters {
    std::size_t argument = 0;
    std::vector<std::uint32_t> writer;  // an element: linear thread index + 1 of the last writer, 0: none
};

struct ExecuteOutcome {
    std::optional<Fault> fault;
    std::vector<Fault> passed_over;  // with goes_on_as_gpu: what was found and did not end the launch, once a place in the code
    Diagnostics warnings;            // what does not end a launch, once a place in the code: values that are undefined on a GPU
    bool cancelled = false;
    LaunchCounters counters;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    std::string printed;      // in block order, at most 1 MB
    std::uint64_t grids = 0;  // that ran: the launch, and what its threads launched
    std::vector<ArgumentWriters> writers;
    std::vector<ThreadAccess> watched;
    std::vector<LineCounts> lines;  // where they were asked for; visits too
};

// `memory` must be the one that prepare_memory() gave the program's variables to, before any array was added.
ExecuteOutcome execute(const Bytecode&, const Function& entry, const LaunchShape&, std::span<const ArgumentBytes> arguments,
                       Memory& memory, const ExecuteOptions&);

// Puts the program's __device__ variables at the start of an empty memory, where the bytecode expects them.
Result<void> prepare_memory(const Bytecode&, Memory&);

}  // namespace warpwise::simt
