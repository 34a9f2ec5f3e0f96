// What came of a launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/cpu_isa.h"
#include "base/diagnostic.h"
#include "base/fault.h"
#include "base/line_counts.h"
#include "simt/code/bytecode.h"
#include "simt/code/counters.h"

namespace warpwise::simt {

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
    std::span<const std::uint32_t> writer;      // an element: linear thread index + 1 of the last writer, 0: none
    std::shared_ptr<const std::uint32_t> kept;  // where they lie
};

// The hint of a read of global memory that neither the host nor a thread has written, which is no cause of a race.
inline constexpr std::string_view kNothingWritten =
    "On a GPU it holds garbage: let the host fill the array, or write each element before it is read.";

// Which elements of an argument's array the launch read or wrote.
struct ArgumentTouches {
    std::size_t argument = 0;
    std::vector<std::uint8_t> is_touched;
};

// The compiled code that ran some of a launch's warps.
struct CompiledRun {
    Isa isa = Isa::baseline;
    std::uint64_t after_blocks = 0;  // that had ended when it began
};

struct ExecuteOutcome {
    std::optional<Fault> fault;
    std::vector<Fault> passed_over;   // with goes_on_as_gpu: what was found and did not end the launch, once a place in the code
    std::optional<Fault> equal_race;  // with goes_on_as_gpu, where no other race was found: writers of the same value
    // With ends_only_at_end and a full trace: threads wait at a barrier which others of their block, that have ended, do not reach.
    std::optional<Fault> passed_barrier;
    Diagnostics warnings;  // what does not end a launch, once a place in the code: values that are undefined on a GPU
    bool cancelled = false;
    LaunchCounters counters;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    std::uint64_t most_by_one_warp = 0;   // warp instructions of the busiest warp
    std::string printed;                  // in block order, at most 1 MB
    std::optional<CompiledRun> compiled;  // nothing: all warps were interpreted
    std::uint64_t grids = 0;              // that ran: the launch, and what its threads launched
    std::vector<ArgumentWriters> writers;
    std::vector<ArgumentTouches> touches;  // with goes_on_as_gpu and a full trace
    std::vector<ThreadAccess> watched;
    std::vector<LineCounts> lines;  // where they were asked for; visits too
};

}  // namespace warpwise::simt
