// What the interpreter's loop hands out: everything that is rare enough to be compiled once, for every processor.
#pragma once

#include "simt/execute/block_run.h"
#include "simt/execute/execute_fault.h"
#include "simt/native/native_store.h"

namespace warpwise::simt {

struct MatrixForm;

// ---- memory (execute_memory.cpp) ----
// Points the range at the object that holds [first, end); false when no single object does, or it cannot be written.
bool refill_range(BlockRun&, const Warp&, CachedRange&, std::uint64_t first, std::uint64_t end, bool is_store);
// Lane by lane, with every check; values lie `stride` bytes apart. False: a fault was raised.
bool load_lanes(BlockRun&, Warp&, const Instruction&, const std::uint64_t* address, std::uint32_t bytes, std::byte* values,
                std::size_t stride);
// ... and notes the store.
bool store_lanes(BlockRun&, Warp&, const Instruction&, const std::uint64_t* address, std::uint32_t bytes, const std::byte* values,
                 std::size_t stride);
bool run_memory(BlockRun&, Warp&, const Instruction&);  // vectors, atomics
bool run_copy(BlockRun&, Warp&, const Instruction&);    // execute_copies.cpp
// Copies a structure in all active lanes at once; false: nothing is done, each lane is to be looked at.
bool copy_together(BlockRun&, Warp&, const std::uint64_t* to, const std::uint64_t* from, std::uint64_t bytes);
// ... in a full trace, to one place of local memory. All its bytes then count as written; with `as_source`, those that do where
// they come from.
bool copy_marked(BlockRun&, Warp&, const std::uint64_t* to, const std::uint64_t* from, std::uint64_t bytes, bool as_source);
bool read_bytes(BlockRun&, Warp&, const Instruction&, int lane, std::uint64_t address, std::byte* out, std::uint64_t bytes);
bool write_bytes(BlockRun&, Warp&, const Instruction&, int lane, std::uint64_t address, const std::byte* data, std::uint64_t bytes);
// Whether an object or the stack holds the bytes.
bool is_inside(const BlockRun&, const Warp&, std::uint64_t address, std::uint64_t bytes);
// Before lanes access memory, while a cycle is looked for; `pc` is the instruction's.
void note_for_cycle(BlockRun&, const Warp&, std::uint32_t pc, const std::uint64_t* address, std::uint64_t bytes);
// Before lanes write to global memory, where run.keeps_writes().
void keep_before_write(BlockRun&, std::uint32_t mask, const std::uint64_t* address, std::uint64_t bytes);
// The active lanes have one address. Into the code of each instruction set.
[[gnu::always_inline]] inline bool are_one_place(const Warp& warp, const std::uint64_t* address) {
    const std::uint64_t some = address[std::countr_zero(warp.mask)];
    std::uint64_t differs = 0;
#pragma clang loop vectorize(enable) unroll(disable)
    for (int lane = 0; lane < kLanes; ++lane) {
        const auto active = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(warp.lane_mask[lane])});
        differs |= (address[lane] ^ some) & active;
    }
    return differs == 0;
}
// Where a lane's word-interleaved local memory keeps a byte.
inline std::size_t local_place(std::uint64_t offset, int lane) {
    return (offset / 4 * kLanes + static_cast<std::size_t>(lane)) * 4 + offset % 4;
}

// Between a lane's bytes in local memory, from `offset` on, and others. Four bytes of a lane lie together (local_place).
void local_copy(Warp&, int lane, std::uint64_t offset, std::byte* bytes, std::uint64_t count, bool is_store);

// ---- textures and surfaces (execute_texture.cpp) ----
bool run_texture(BlockRun&, Warp&, const Instruction&);  // false: a fault was raised

// ---- tracing (execute_trace.cpp) ----
struct TracedAccess {
    AccessKind kind = AccessKind::load;
    std::uint32_t mask = 0, bytes = 0;
    const std::uint64_t* address = nullptr;  // 32 of them
    bool is_row = false;                     // all lanes, each beside the one before
    const Half* halves = nullptr;            // of a row, too: two, where all lanes are active and each half is of that kind
    // A store that is noted before it is done: its values, and where the bytes lie that they will replace.
    const std::byte* values = nullptr;
    std::size_t stride = 0;
    std::uint64_t host_minus_device = 0;
    std::uint32_t unchanged = 0;  // of a store that is noted when it is done: the lanes that left the bytes that lay there
};
// Trace full, lanes in one array of global memory (without a shadow: none that is watched) or in shared memory.
void note_global(BlockRun&, Warp&, const Instruction&, const TracedAccess&, ArrayShadow*);
// ... of global or constant memory: whether it touches what other work may be using (Memory::watch). note_global() asks it, too.
void note_watched(const BlockRun&, const TracedAccess&);
void note_shared(BlockRun&, Warp&, const Instruction&, const TracedAccess&);
// ... the part of both that looks for races. No shadow: the access is of shared memory.
void look_for_races(BlockRun&, const Warp&, const Instruction&, const TracedAccess&, ArrayShadow*);
inline bool looks_for_races(const BlockRun& run, const Warp& warp) {
    return !(warp.fenced && warp.signals) && !run.untimed &&
           run.launch.race_rank.load(std::memory_order_relaxed) > 2 * run.position;
}
// Trace full, shared or local memory: looks for reads of what no thread wrote, marks what is written. False: a fault.
bool check_written(BlockRun&, Warp&, const Instruction&, const TracedAccess&);
// execute_returned.cpp: what of a returned structure is set goes with it from the callee's variable to the caller's.
bool is_of_returned(const Instruction&);
void pass_marks(BlockRun&, Warp&, const Instruction&, const TracedAccess&);
// Trace full: what of the uninitialised reads is left to tell when no more writes of the interval can come. False: a fault.
bool settle_unwritten(BlockRun&);
void start_interval(BlockRun&);  // of a block, at its start and after a barrier
// Trace full: each lane meets those in its mask.
void note_meeting(BlockRun&, Warp&, const std::uint32_t* members);
void note_meeting(BlockRun&, Warp&, std::uint32_t lanes);  // ... these lanes all meet
// Trace full, after a store: a race between lanes that wrote different values to one place in this instruction.
void note_clash(BlockRun&, const Warp&, const Instruction&, const TracedAccess&, const std::byte* values, std::size_t stride);
void watch_access(BlockRun&, Warp&, const Instruction&, const TracedAccess&);
// Where the run counts by line: before the instruction at warp.pc. Compiled code counts most of it itself (LineCounter); it asks
// for what an access adds to the counters, and for the statements of which it cannot tell whether they begin. A statement that it
// began itself becomes the warp's before other code reads Warp::statement.
void count_line(BlockRun&, Warp&, const Instruction&);
void open_line(BlockRun&, const Warp&, const Instruction&);
void count_statement(BlockRun&, Warp&);
void move_to_statement(Warp&, std::uint32_t pc);
// In global memory, each byte of an access once, however many lanes want it.
std::uint64_t useful_bytes_of(const BlockRun&, const Warp&, const Instruction&);
// All of it for an access that went well, wherever its lanes point; also counts it. False: a fault.
bool record_access(BlockRun&, Warp&, const Instruction&, AccessKind, const std::uint64_t* address, std::uint32_t bytes,
                   std::uint32_t unchanged = 0);
// Trace full: what only that counts of an access.
void count_fully(BlockRun&, Warp&, const Instruction&, AccessKind, const WarpAccess&, Space);
void mark_written(BlockRun&, Warp&, int lane, std::uint64_t address, std::uint64_t bytes, bool written);
bool is_written(const BlockRun&, const Warp&, int lane, std::uint64_t address, std::uint64_t bytes);
bool shared_is_written(const BlockRun&, std::uint64_t address, std::uint64_t bytes);

enum class Then : std::uint8_t;

// ---- the warp and the block (execute_warp.cpp) ----
bool run_uncommon(BlockRun&, Warp&, const Instruction&);  // shuffles, votes, maths, conversions, printing: all the rest

// ---- grids that threads launch (execute_children.cpp) ----
bool launch_grids(BlockRun&, Warp&, const Instruction&);  // each active lane one; false: a fault was raised

// ---- matrices (execute_matrix.cpp) ----
bool run_matrix(BlockRun&, Warp&, const Instruction&);

// ---- maths (execute_math.cpp) ----
bool run_math(BlockRun&, Warp&, const Instruction&);  // false: not one of its opcodes

// ---- control flow (execute_control.cpp); warp.pc is the next instruction ----
void resume(Warp&);  // the lanes on top of the stack go on; none left: the warp is done
bool enter_call(BlockRun&, Warp&, const Instruction&);
bool enter_indirect_call(BlockRun&, Warp&, const Instruction&);
bool raise_pure_call(BlockRun&, const Warp&, const Instruction&, int lane);  // false
void leave_call(BlockRun&, Warp&);
void exit_lanes(Warp&, std::uint32_t lanes);
void take_switch(BlockRun&, Warp&, const Instruction&);
bool leads_to_return(const Function&, std::uint32_t pc);  // over branches alone
bool lane_has_exited(const Warp&, int lane);              // or waits at the kernel's end, which is the same to the others
enum class BarrierArrival { wait, other_lanes_first, fault };
BarrierArrival arrive_at_barrier(BlockRun&, Warp&, const Instruction&);
void wait_at_barrier(BlockRun&, Warp&);  // all lanes of the warp that live have come

// ---- barriers of a part of a block, of barrier objects and of the whole launch (execute_meet.cpp) ----
Then run_meeting(BlockRun&, Warp&, const Instruction&);
enum class Release { none, some, fault };
// After a round: the warps that wait at another barrier than the block's go on where what they wait for has come.
Release release_waiting(BlockRun&);
// All living warps wait, and none of them can go on.
bool all_wait_for_the_launch(const BlockRun&);
void open_grid_barrier(BlockRun&);
bool raise_stuck(BlockRun&);

inline void jump(Warp& warp, std::uint32_t target) {
    if (target == warp.join) {
        resume(warp);
    } else {
        warp.pc = target;
    }
}

// What comes after an instruction.
enum class Then : std::uint8_t {
    write,      // its result, in all lanes, still has to go where it belongs
    next,       // the next instruction
    elsewhere,  // it is not one of the loop's
    turn_over,
    at_barrier,
    done,
    fault,
};
static_assert(kNativeNext == static_cast<std::uint32_t>(Then::next) &&
              kNativeElsewhere == static_cast<std::uint32_t>(Then::elsewhere) &&
              kNativeTurnOver == static_cast<std::uint32_t>(Then::turn_over));

// The compiled code of a block's kernel, where there is some and no one looks closer than it can tell: a thread that is watched,
// writes that are kept, and the search for an endless loop, which compares registers.
inline const NativeProgram* native_for(const BlockRun& run) {
    if (run.keeps_writes() || run.watched_thread) return nullptr;
    const NativeCode* code = run.launch.native.load(std::memory_order_acquire);
    const NativeProgram* program = code ? code->program() : nullptr;
    if (program && run.launch.compiled_after.load(std::memory_order_relaxed) == LaunchProgress::kNeverCompiled) {
        std::uint64_t never = LaunchProgress::kNeverCompiled;
        run.launch.compiled_after.compare_exchange_strong(never, run.launch.finished_blocks.load(std::memory_order_relaxed));
    }
    return program;
}

// What a turn of compiled code begins with: looked up once in a round.
struct NativeEntry {
    NativeFunction function = nullptr;
    const Function* kernel = nullptr;
    const Instruction* code = nullptr;
    CachedRange* ranges = nullptr;
};

inline NativeEntry native_entry(BlockRun& run, const NativeProgram& program) {
    const Function& kernel = run.plan.entry;
    const auto index = static_cast<std::size_t>(&kernel - run.program.functions.data());
    return {program.functions()[index], &kernel, kernel.code.data(), run.ranges[index].data()};
}

inline RunResult result_of(Then then) {
    switch (then) {
        case Then::at_barrier: return RunResult::at_barrier;
        case Then::done: return RunResult::done;
        case Then::fault: return RunResult::fault;
        default: return RunResult::turn_over;
    }
}
// Calls, switches, barriers and everything uncommon.
Then run_elsewhere(BlockRun&, Warp&, const Instruction&);

// ---- printing (execute_print.cpp) ----
bool run_print(BlockRun&, Warp&, const Instruction&);

// ---- the loop itself, by what the processor can do (execute_isa_*.cpp) ----
WarpLoop warp_loop_baseline(TraceLevel);
WarpLoop warp_loop_v3(TraceLevel);
WarpLoop warp_loop_v4(TraceLevel);
// ... what compiled code calls of it
NativeHelpers native_helpers_baseline(TraceLevel);
NativeHelpers native_helpers_v3(TraceLevel);
NativeHelpers native_helpers_v4(TraceLevel);
// ... and the products of small matrices: an argument or result is the register of 32 lanes, of 4 bytes each or, of doubles, 8.
// A result may lie where an argument does.
using MultiplyMatrices = void (*)(const MatrixForm&, const std::byte* const* arguments, std::byte* const* results);
MultiplyMatrices multiply_matrices_baseline();
MultiplyMatrices multiply_matrices_v3();
MultiplyMatrices multiply_matrices_v4();

// Op::new_memory in a full trace: nothing that was done with the memory before races with what comes (execute_trace.cpp).
void forget_accesses(BlockRun&, Warp&, const Instruction&);

}  // namespace warpwise::simt
