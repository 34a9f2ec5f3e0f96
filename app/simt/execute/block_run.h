// The state of a block on its way, as plain data, and the lanes of its operands.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/fault.h"
#include "simt/code/counters.h"
#include "simt/execute/block_memory.h"
#include "simt/execute/launch_plan.h"
#include "simt/execute/launch_progress.h"
#include "simt/execute/line_counter.h"
#include "simt/execute/warp.h"
#include "simt/memory/race_shadow.h"
#include "simt/memory/shadow.h"

namespace warpwise::simt {

// A host thread's intervals have its index in the upper bits; a thread that uses them up looks for races no further.
inline constexpr int kIntervalBits = 26;
inline constexpr int kMostTracingWorkers = 1 << (32 - kIntervalBits);

// A read of shared memory that no thread has written yet. If another thread writes it before the next barrier, the mistake is the
// barrier that is missing between the two.
struct UnwrittenRead {
    std::uint64_t address = 0, bytes = 0;
    const Instruction* instruction = nullptr;
    Fault fault;  // if no thread does
};

inline constexpr std::uint64_t kMarksAhead = 128;  // that may be read past the marks of shared memory

inline constexpr std::uint64_t kTurnSteps =
    65'536;  // long enough that most warps end in one turn, short for one that waits for another
inline constexpr std::uint64_t kStepsTogether = 4'096;  // of short turns: the launch's sum is shared by the host threads

// Whose turn it is. A round gives each warp that can run one turn; when all that live wait, the barrier opens.
struct Turns {
    std::vector<std::uint32_t> order;  // of the warps in a round
    std::uint32_t next = 0;            // place in it
    std::uint32_t waiting = 0, live = 0;
    bool in_turn = false;
    std::uint64_t steps = 0;         // warp instructions of the turn so far
    std::uint64_t window_begin = 0;  // of the block: from here to window_end turns are short, for the search for a cycle
    std::uint64_t window_end = 0;
};

class CycleSearch;
class UndoLog;
struct Stepping;

// A block on its way: its warps, shared memory, barrier and random state. A host thread runs one block after the other in it, and
// it keeps the sums over them.
struct BlockRun : BlockMemory {
    BlockRun(const LaunchPlan& of, LaunchProgress& progress) : plan(of), launch(progress), program(of.program) {}

    const LaunchPlan& plan;
    LaunchProgress& launch;
    const Bytecode& program;
    std::uint32_t warp_count = 0;
    std::byte* shared = nullptr;                // launch.shared_bytes, 256-byte aligned
    RaceCells shared_cells;                     // Trace full: where each kind of shared_parties lies
    std::uint64_t block = 0, position = 0;      // linear index; place in the order of dispatch
    std::uint32_t index = 0;                    // of its host thread
    BlockIntervals intervals;                   // Trace full: of this block
    bool accessed = false;                      // ... since its latest number was taken
    bool untimed = false;                       // ... all numbers are taken: races are looked for no further
    std::optional<UnwrittenRead> unwritten;     // Trace full: the first since the block's last barrier
    std::uint64_t asks_at = ~std::uint64_t{0};  // advance() asks for help after this many warp instructions
    std::uint64_t quantum = 0;                  // warp instructions that a turn may still take
    Turns turns;
    std::uint32_t meeting = 0;           // warps that wait at another barrier than the block's (execute_meet.cpp)
    bool shares_turns = false;           // of a cooperative launch: gives way where it cannot go on (execute_cooperative.cpp)
    bool gives_way = false;              // ... now
    std::uint64_t stuck_length = 0;      // ... of its loop, in warp instructions
    std::uint64_t block_steps = 0;       // warp instructions of this block
    std::uint64_t steps_kept = 0;        // ... that are not in the launch's sum yet
    bool has_own_copies = false;         // each thread has copies of the kernel's structures
    bool starts_alike = false;           // a warp that ended as it began needs nothing but its place (Warp::ended_with)
    UndoLog* undo = nullptr;             // where there is one, it keeps what is written to global memory
    std::shared_ptr<CycleSearch> cycle;  // while it looks for a loop without end; shared, as its type is known further up only
    bool is_stuck = false;               // it found one, as far as this block goes (WaitForEachOther)
    bool looks_again = false;            // and has the turn to look again
    std::uint64_t proven = 0;            // the epoch in which it came back again
    Stepping* stepping = nullptr;        // under the debugger
    bool keeps_writes() const { return undo || cycle; }
    std::mt19937_64 random;
    std::optional<Fault> fault;
    std::vector<Warning> warnings;
    std::vector<PassedOver> passed_over;
    std::vector<ChildGrid> children;  // that this block launched
    LaunchCounters counters;
    std::unique_ptr<LineCounter> lines;  // Trace full, where the launch asks for it
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    std::uint64_t most_by_one_warp = 0;  // warp instructions of the busiest warp
    std::string printed;
    std::vector<ThreadAccess> watched;
    std::optional<std::uint32_t> watched_thread;  // in this block
    // It ran a fence of the device; and an atomic or volatile access to global memory. With both it orders its accesses with other
    // blocks' by hand.
    bool fenced = false, signals = false;

    // The host's extra work for an instruction, in plain instructions: ends a turn sooner.
    void charge(std::uint64_t cost) { simt::charge(quantum, cost); }
    std::uint32_t linear_thread(const Warp& warp, int lane) const { return warp.id * kLanes + static_cast<std::uint32_t>(lane); }
};

enum class RunResult { turn_over, at_barrier, done, fault, paused };
using RunWarp = RunResult (*)(BlockRun&, Warp&);
// The turns of a round from turns.next on, each of kTurnSteps: up to the round's end, a fault, or kStepsTogether warp instructions.
using RunRound = RunResult (*)(BlockRun&);
struct WarpLoop {
    RunWarp one = nullptr;
    RunRound round = nullptr;  // where there is none, each turn is `one`
};

// Warp instructions of the launch, as far as this host thread knows.
inline std::uint64_t steps_so_far(const BlockRun& run) { return run.launch.steps.load(std::memory_order_relaxed) + run.steps_kept; }

template <typename T>
T* lanes_at(std::byte* p) {
    return reinterpret_cast<T*>(p);
}

// An operand's lanes.
template <typename T>
const T* read_lanes(const BlockRun& run, const Warp& warp, Operand operand) {
    const std::byte* bank = bank_of(operand) == Bank::frame       ? warp.frame
                            : bank_of(operand) == Bank::constants ? run.plan.constants
                                                                  : reinterpret_cast<const std::byte*>(warp.special);
    return reinterpret_cast<const T*>(bank + offset_of(operand));
}

template <typename F>
void for_each_lane(std::uint32_t mask, F&& f) {
    for (; mask; mask &= mask - 1) f(std::countr_zero(mask));
}

// The active lanes' results into a register; the others stay as they were.
template <typename T>
void write_active(const Warp& warp, std::uint32_t destination, const T* values) {
    T* out = lanes_at<T>(warp.frame + destination);
    if (warp.mask == kAllLanes)
        std::memcpy(out, values, kLanes * sizeof(T));
    else
        for_each_lane(warp.mask, [&](int lane) { out[lane] = values[lane]; });
}

}  // namespace warpwise::simt
