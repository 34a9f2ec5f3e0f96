// What each instruction of a kernel did, and the sums by line. Only launches that ask for it have one
// (ExecuteOptions::line_counts), and so does a session while it counts its block.
#pragma once

#include <span>
#include <vector>

#include "base/line_counts.h"
#include "simt/code/bytecode.h"
#include "simt/code/counters.h"
#include "simt/native/native_line.h"

namespace warpwise::simt {

struct Warp;

class LineCounter {
  public:
    explicit LineCounter(const Bytecode&);
    // Before a warp executes the instruction at its pc. What that instruction counts is the difference that it makes in the run's
    // own counters, so that the sums over all lines are the launch's counts. `useful_bytes`: useful_bytes_of().
    void note(const LaunchCounters&, const Warp&, const Instruction&, std::uint64_t useful_bytes);
    // A warp begins a statement at its pc.
    void note_visit(const Warp& warp);
    // The same in compiled code, which counts executions, lanes and branches itself, in the sums of its function: what the
    // instruction at the warp's pc adds to the run's counters until finish(), and a branch whose lanes part.
    void open(const LaunchCounters&, const Warp&, const Instruction&, std::uint64_t useful_bytes);
    void note_divergence(const Warp&);
    // Of the instruction: bytes of global memory that are known only now.
    void add_useful_bytes(std::uint64_t bytes) { useful_bytes_ += bytes; }
    NativeLine* native_lines(const Function&);
    // After the last instruction.
    void finish(const LaunchCounters&);
    // Of another host thread, of the same program.
    LineCounter& operator+=(const LineCounter&);
    // By line of the text and function; what was inlined counts for the line on which it was written, what a header holds for
    // none.
    std::vector<LineCounts> lines() const;

  private:
    // Those of the counters that an instruction may change.
    struct Sums {
        std::uint64_t requests = 0, sectors = 0, shared_requests = 0, wavefronts = 0, conflicts = 0, branches = 0, divergent = 0;
    };
    static Sums sums_of(const LaunchCounters&);
    LineCounts& at(const Warp&);
    LineCounts counts_at(std::size_t function, std::uint32_t pc, NativeLine& running) const;

    const Bytecode& program_;
    std::span<const Function> functions_;
    std::vector<std::vector<LineCounts>> counts_;  // by function and instruction
    std::vector<std::vector<NativeLine>> native_;  // likewise, and one more, as executions and lanes are differences
    LineCounts* open_ = nullptr;                   // of the instruction whose difference is still to be taken
    Sums before_;                                  // it
    std::uint64_t useful_bytes_ = 0;               // of it
};

}  // namespace warpwise::simt
