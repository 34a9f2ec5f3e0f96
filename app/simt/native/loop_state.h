// What the execution of a warp keeps at hand, as plain data. The interpreter's loop holds it in registers; compiled code and the
// functions that it calls share it in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/code/counters.h"
#include "simt/native/native_line.h"
#include "simt/native/warp_flow.h"

namespace warpwise::simt {

struct ArrayShadow;
struct Instruction;

// A stretch of memory that an instruction touched last: where its next access most likely lies.
struct CachedRange {
    std::uint64_t base = 1, size = 0;
    std::byte* host = nullptr;
    bool writable = false;
    ArrayShadow* shadow = nullptr;  // Trace full, in global memory
    bool is_scattered = false;      // of the last indexed access: no row or single address, so look for none
};

// What compiled code and its helpers answer with: as Then (execute/execute_ops.h).
inline constexpr std::uint32_t kNativeNext = 1, kNativeElsewhere = 2, kNativeTurnOver = 3;
// ... and compiled code alone, where the lanes that are active are all that live: they reach a barrier of the block, or the end of
// the kernel. What follows from it, run_native() does.
inline constexpr std::uint32_t kNativeBarrier = 100, kNativeEnd = 101;

inline constexpr std::uint32_t kNoStatement = 0xffffffff;

// What works lane by lane takes the host as long as so many plain instructions, for each lane. It ends a turn sooner.
inline constexpr std::uint64_t kUncommonCost = 8;
inline void charge(std::uint64_t& quantum, std::uint64_t cost) { quantum -= cost < quantum ? cost : quantum; }

struct LoopState {
    const Instruction* code = nullptr;
    CachedRange* ranges = nullptr;
    std::byte* frame = nullptr;
    std::uint32_t pc = 0;  // of the next instruction; the warp's own only where other code looks
    std::int32_t active = 0;
    std::uint64_t steps = 0;

    // For compiled code alone.
    void* loop = nullptr;          // whose state this is
    std::uint64_t lane_steps = 0;  // not beside `steps`: LLVM would add to both as a vector, for which it takes longer
    WarpFlow* flow = nullptr;      // of the warp
    std::size_t stack_depth = 0;   // where the stack of its present call begins
    std::byte* local = nullptr;    // local memory of the warp, which grows only where a call begins
    std::uint32_t local_base = 0, local_top = 0;
    std::size_t local_bytes = 0;                           // of all lanes
    std::uint8_t* local_marks = nullptr;                   // trace full: which bytes of it were written
    const std::byte* registers = nullptr;                  // where the frames of its calls begin
    const std::vector<CachedRange>* all_ranges = nullptr;  // by function; empty: no warp has entered it
    std::uint64_t* quantum = nullptr;
    std::uint64_t *warp_shuffles = nullptr, *thread_local_bytes = nullptr;  // counted in every launch
    LaunchCounters* counters = nullptr;                                     // null: nothing is counted
    // Where lines are counted: of the function, and the statement that the warp has begun since Warp::statement was written.
    NativeLine* lines = nullptr;
    std::uint32_t statement = kNoStatement;
};

}  // namespace warpwise::simt
