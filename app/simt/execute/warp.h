// The state of a warp, as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/aligned_vector.h"
#include "base/emulated_gpu.h"
#include "simt/code/bytecode.h"
#include "simt/code/recent_accesses.h"
#include "simt/memory/shadow.h"
#include "simt/memory/warp_order.h"
#include "simt/native/warp_flow.h"

namespace warpwise::simt {

inline constexpr std::size_t kLocalBytesOfThread = kEmulatedGpu.local_bytes_per_thread;

enum class WarpStatus : std::uint8_t { ready, at_barrier, done };

// The warps of a block have their frames at different offsets within a page: otherwise their registers would compete for few sets
// of the processor's caches.
inline constexpr std::size_t kFrameShift = 2176, kFrameShifts = 32;

struct UnmapRegisters {
    std::size_t shift = 0;
    void operator()(std::byte* p) const { unmap_zeros(p - shift, kRegisterBytes + kFrameShift * kFrameShifts); }
};

// Under the debugger: the statement that a warp executes, and how it is known that the next one begins.
struct Statement {
    std::uint32_t line = 0, inlined_at = kNoIndex, scope = 0;
    std::size_t depth = 0;               // calls that have not returned
    std::vector<std::uint32_t> visited;  // places of Function::statement_starts where it was: coming back begins the next one
    std::uint64_t begun = 0;             // statements so far, this one too
    bool is_new = false;                 // none of its instructions ran yet
    bool is_checked = false;             // whether the instruction at pc begins one was asked: a pause asks no second time
};

struct Warp : WarpFlow {
    std::uint32_t id = 0;  // in the block
    WarpStatus status = WarpStatus::done;
    // Since the last barrier, it ran a memory fence; and an atomic or volatile access. With both it orders its accesses by hand.
    bool fenced = false, signals = false;
    std::uint64_t steps = 0;
    WarpOrder order;                              // Trace full
    RecentAccesses global_recent, shared_recent;  // Trace full
    std::uint32_t loading = 0;                    // Trace full: lanes that have loaded from global memory
    std::uint64_t steps_of_turn = 0;              // of the turn in progress, brought up to date before what is not arithmetic
    alignas(64) std::uint32_t special[static_cast<int>(Special::count) * kLanes] = {};
    alignas(64) std::byte scratch[8 * kLanes] = {};
    std::unique_ptr<std::byte, UnmapRegisters> registers;
    std::size_t register_peak = 0;              // register_top of any block before: so far the system has pages for them
    bool has_arguments = false;                 // the registers of the kernel's parameters hold them
    AlignedVector<std::byte> local;             // word-interleaved over the lanes, as on the hardware
    AlignedVector<std::uint8_t> local_init;     // Trace full: which bytes of it were written
    std::vector<std::uint32_t> returned_unset;  // ... and the lanes whose last returned structure had no value for a part
    // Under the debugger, else empty: for each 128 bytes of `registers`, the lanes that wrote there since the call began or the
    // variable's scope was entered.
    std::vector<std::uint32_t> written;
    Statement statement;
};

// Where the stack of the warp's present call begins.
inline std::size_t stack_depth(const Warp& warp) { return warp.calls.empty() ? 0 : warp.calls.back().stack_depth; }

}  // namespace warpwise::simt
