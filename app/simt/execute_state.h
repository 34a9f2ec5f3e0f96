// The executor's state, as plain data: a launch, a host thread's run, a warp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>

#include "simt/execute.h"
#include "simt/launch_plan.h"
#include "simt/line_counter.h"
#include "simt/races.h"
#include "simt/shadow.h"

namespace warpwise::simt {

inline constexpr std::uint32_t kAllLanes = ~std::uint32_t{0};
inline constexpr std::uint32_t kFunctionEnd = kNoPc - 1;                    // the join point of a function's body: its `ret`
inline constexpr std::size_t kLocalBytesOfThread = std::size_t{512} << 10;  // the hardware's limit
inline constexpr std::size_t kMostCalls = 65536;  // that have not returned: a function may need neither registers nor memory
inline constexpr std::size_t kPrintedBytes = std::size_t{1} << 20;

// What waits for the lanes of `mask` to become active: the other side of a branch, or a join point.
struct StackEntry {
    std::uint32_t pc = 0, mask = 0, join = kFunctionEnd;
    bool at_barrier = false;  // these lanes have reached a barrier that lanes of their warp have not
};

struct CallFrame {
    const Function* function = nullptr;
    std::uint32_t pc = 0, join = kFunctionEnd;
    std::size_t stack_depth = 0;
    std::byte* frame = nullptr;
    std::uint32_t local_base = 0, mask = 0;
    const CallSite* site = nullptr;
};

enum class WarpStatus : std::uint8_t { ready, at_barrier, done };

struct UnmapRegisters {
    void operator()(std::byte* p) const { unmap_zeros(p, kRegisterBytes); }
};

// Under the debugger: the statement that a warp executes, and how it is known that the next one begins.
struct Statement {
    std::uint32_t line = 0, inlined_at = kNoIndex, scope = 0;
    std::size_t depth = 0;               // calls that have not returned
    std::vector<std::uint32_t> visited;  // places of Function::statement_starts where it was: coming back begins the next one
    std::uint64_t begun = 0;             // statements so far, this one too
    bool is_new = false;                 // none of its instructions ran yet
};

struct Warp {
    std::uint32_t mask = 0;   // active lanes
    std::uint32_t lanes = 0;  // lanes that have not exited
    std::uint32_t id = 0;     // in the block
    std::uint32_t pc = 0, join = kFunctionEnd;
    WarpStatus status = WarpStatus::done;
    bool fenced = false;  // ran a memory fence since the last barrier: orders its accesses by hand
    std::uint32_t local_base = 0, local_top = 0;
    std::uint64_t steps = 0;
    WarpOrder order;                  // Trace full
    std::uint64_t steps_of_turn = 0;  // of the turn in progress, brought up to date before what is not arithmetic
    const Function* function = nullptr;
    std::byte* frame = nullptr;
    const std::byte* banks[4] = {};                    // of operands: the frame's only while the interpreter's loop runs
    alignas(64) std::uint32_t lane_mask[kLanes] = {};  // all bits of an active lane
    alignas(64) std::uint32_t special[static_cast<int>(Special::count) * kLanes] = {};
    alignas(64) std::byte scratch[8 * kLanes] = {};
    std::vector<StackEntry> stack;
    std::vector<CallFrame> calls;
    std::unique_ptr<std::byte, UnmapRegisters> registers;
    std::size_t register_top = 0;          // bytes of them that calls of this block have used
    std::vector<std::byte> local;          // word-interleaved over the lanes, as on the hardware
    std::vector<std::uint8_t> local_init;  // Trace full: which bytes of it were written
    // Under the debugger, else empty: for each 128 bytes of `registers`, the lanes that wrote there since the call began or the
    // variable's scope was entered.
    std::vector<std::uint32_t> written;
    Statement statement;

    void set_mask(std::uint32_t active) {
        mask = active;
        for (int lane = 0; lane < kLanes; ++lane) lane_mask[lane] = (active >> lane & 1) ? ~0u : 0u;
    }
};

// A host thread's intervals have its index in the upper bits; a thread that uses them up looks for races no further.
inline constexpr int kIntervalBits = 26;
inline constexpr int kMostTracingWorkers = 1 << (32 - kIntervalBits);

// A stretch of memory that an instruction touched last: where its next access most likely lies.
struct CachedRange {
    std::uint64_t base = 1, size = 0;
    std::byte* host = nullptr;
    bool writable = false;
    ArrayShadow* shadow = nullptr;  // Trace full, in global memory
};

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

// A read of shared memory that no thread has written yet. If another thread writes it before the next barrier, the mistake is the
// barrier that is missing between the two.
struct UnwrittenRead {
    std::uint64_t address = 0, bytes = 0;
    const Instruction* instruction = nullptr;
    Fault fault;  // if no thread does
};

inline constexpr std::uint64_t kMarksAhead = 128;  // that may be read past the marks of shared memory

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
    std::atomic<std::uint64_t> pending{0};                         // child grids that have not begun
    std::atomic<std::uint64_t> fault_position{~std::uint64_t{0}};  // of the earliest block that faulted
    // Of `race`: twice the position of its block, and one more for a hazard inside a warp, which a race between warps replaces.
    std::atomic<std::uint64_t> race_rank{~std::uint64_t{0}};
    std::atomic<std::uint64_t> last_printing{~std::uint64_t{0}};  // of the block whose text reaches the bound
    std::atomic<bool> cancelled{false};
    std::mutex mutex;  // guards what follows
    std::optional<Fault> fault;
    std::optional<Fault> race;  // the first; the launch runs on, so that the arrays and write maps show what came of it
    std::vector<std::pair<std::uint64_t, std::string>> printed;  // by position
    std::size_t printed_bytes = 0;                               // of it
    std::vector<ThreadAccess> watched;
    std::vector<Warning> warnings;
    std::vector<PassedOver> passed_over;
    LaunchCounters counters;
    std::unique_ptr<LineCounter> lines;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
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
struct BlockRun {
    BlockRun(const LaunchPlan&, LaunchProgress&);
    ~BlockRun();

    const LaunchPlan& plan;
    LaunchProgress& launch;
    const Bytecode& program;
    std::vector<Warp> warps;
    std::uint32_t warp_count = 0;
    std::vector<std::byte> shared_storage;
    std::byte* shared = nullptr;                   // launch.shared_bytes, 256-byte aligned
    std::vector<std::uint8_t> shared_init;         // Trace full; kMarksAhead more than there are bytes
    std::vector<std::uint64_t> shared_parties;     // Trace full: three for a word
    RaceCells shared_cells;                        // ... and where each kind of them lies
    std::vector<std::vector<CachedRange>> ranges;  // by function and pc
    std::uint64_t block = 0, position = 0;         // linear index; place in the order of dispatch
    std::uint32_t index = 0;                       // of its host thread
    BlockIntervals intervals;                      // Trace full: of this block
    bool accessed = false;                         // ... since its latest number was taken
    bool untimed = false;                          // ... all numbers are taken: races are looked for no further
    std::optional<UnwrittenRead> unwritten;        // Trace full: the first since the block's last barrier
    std::uint64_t quantum = 0;                     // warp instructions that a turn may still take
    Turns turns;
    std::uint32_t meeting = 0;           // warps that wait at another barrier than the block's (execute_meet.cpp)
    bool shares_turns = false;           // of a cooperative launch: gives way where it cannot go on (execute_grid.cpp)
    bool gives_way = false;              // ... now
    std::uint64_t stuck_length = 0;      // ... of its loop, in warp instructions
    std::uint64_t block_steps = 0;       // warp instructions of this block
    UndoLog* undo = nullptr;             // where there is one, it keeps what is written to global memory
    std::unique_ptr<CycleSearch> cycle;  // while it looks for a loop without end
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
    std::string printed;
    std::vector<ThreadAccess> watched;
    std::optional<std::uint32_t> watched_thread;  // in this block
    bool fenced = false;  // this block ran a fence of the device: it orders its accesses with other blocks' by hand

    // The host's extra work for an instruction, in plain instructions: ends a turn sooner.
    void charge(std::uint64_t cost) { quantum -= std::min(quantum, cost); }
    std::uint32_t linear_thread(const Warp& warp, int lane) const { return warp.id * kLanes + static_cast<std::uint32_t>(lane); }
};

enum class RunResult { turn_over, at_barrier, done, fault, paused };
using RunWarp = RunResult (*)(BlockRun&, Warp&);

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
    for_each_lane(warp.mask, [&](int lane) { out[lane] = values[lane]; });
}

}  // namespace warpwise::simt
