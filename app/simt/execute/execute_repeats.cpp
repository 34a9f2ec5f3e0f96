// Trace full: what a compiler that optimizes leaves out (RecentAccesses), and the bytes that threads load.
#include <bit>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

// Whether it is an access to what the warp has just loaded or stored, or what ends that knowledge. Volatile loads are never
// repeats.
bool count_repeat(BlockRun& run, Warp& warp, const Instruction& in, AccessKind kind, const WarpAccess& access, Space space) {
    RecentAccesses& recent = space == Space::global ? warp.global_recent : warp.shared_recent;
    const bool is_scalar = is_scalar_load(in.op) || is_scalar_store(in.op);
    const bool is_atomic = kind != AccessKind::load && kind != AccessKind::store;
    if (is_atomic || (is_scalar && (in.flags & kVolatile) != 0)) {
        recent.forget();
        return false;
    }
    const bool is_vector = !is_scalar && std::has_single_bit(access.bytes) && access.bytes >= 8 && access.bytes <= 16;
    const std::uint32_t vector_bytes = is_scalar ? in.aux : is_vector ? access.bytes : 0;
    const bool is_load = kind == AccessKind::load;
    if (!(is_load ? recent.note_load(access, vector_bytes) : recent.note_store(access, vector_bytes))) return false;
    if (space == Space::shared) {
        ++run.counters.shared_repeats[static_cast<int>(kind)];
    } else {
        LaunchCounters::Global& sum = run.counters.global_repeats[static_cast<int>(kind)];
        ++sum.requests;
        sum.sectors += count_sectors(access);
    }
    return true;
}

}  // namespace

void count_fully(BlockRun& run, Warp& warp, const Instruction& in, AccessKind kind, const WarpAccess& access, Space space) {
    if (space != Space::global && space != Space::shared) return;
    const bool is_repeat = count_repeat(run, warp, in, kind, access, space);
    if (kind != AccessKind::load) return;
    const std::uint32_t lanes = access.mask;
    const std::uint64_t bytes = is_repeat ? 0 : std::uint64_t{access.bytes} * static_cast<std::uint64_t>(std::popcount(lanes));
    if (space == Space::shared) {
        run.counters.shared_load_bytes += bytes;
        return;
    }
    run.counters.global_load_bytes += bytes;
    run.counters.global_load_threads += static_cast<std::uint64_t>(std::popcount(lanes & ~warp.loading));
    warp.loading |= lanes;
}

}  // namespace warpwise::simt
