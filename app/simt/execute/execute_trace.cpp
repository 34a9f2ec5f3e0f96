// What a trace notes of each access.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"
#include "simt/execute/execute_pass_over.h"
#include "simt/memory/races.h"
#include "simt/memory/undo_log.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostWatched = 100000;  // accesses of the watched thread

std::uint64_t value_of(BlockRun& run, Warp& warp, const Instruction& in, const TracedAccess& access, int lane) {
    std::byte raw[8] = {};
    const std::uint64_t bytes = std::min<std::uint32_t>(access.bytes, 8);
    if (access.values) {
        std::memcpy(raw, access.values + static_cast<std::size_t>(lane) * access.stride, bytes);
    } else {
        read_bytes(run, warp, in, lane, access.address[lane], raw, bytes);
    }
    std::uint64_t bits;
    std::memcpy(&bits, raw, sizeof bits);
    return bits;
}

TypeKind type_at(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint32_t bytes) {
    const auto object = find_object(run, warp, address, bytes);
    const Type* type = object ? scalar_at(run.program, object->type, address - object->base, bytes) : nullptr;
    return type ? type->kind : TypeKind::other;
}

// Blocks on several host threads may write the same element: the last one stays, so every store is atomic.
void note_writers(const BlockRun& run, ArrayShadow& shadow, std::uint32_t warp, const TracedAccess& access) {
    std::uint32_t* writers = shadow.writers.get();
    if (!writers) return;
    if (!shadow.written.load(std::memory_order_relaxed)) shadow.written = true;
    const std::uint32_t parent = run.plan.launched_by, step = parent ? 0 : 1;
    const std::uint32_t first_thread =
        parent ? parent : static_cast<std::uint32_t>(run.block * run.plan.threads_per_block) + warp * kLanes + 1;
    if (access.is_row && access.bytes == shadow.element_bytes) {
        std::uint32_t* row = writers + (access.address[0] - shadow.base) / access.bytes;
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
            __atomic_store_n(row + lane, first_thread + lane * step, __ATOMIC_RELAXED);
        return;
    }
    const bool is_power = std::has_single_bit(shadow.element_bytes);  // no division for each lane
    const int shift = std::countr_zero(shadow.element_bytes);
    const auto element_at = [&](std::uint64_t offset) { return is_power ? offset >> shift : offset / shadow.element_bytes; };
    std::uint32_t lanes = access.mask;
    if (access.kind != AccessKind::store) {  // most atomics are on one place: only the last lane stays noted there
        std::uint64_t differs = 0;
        for_each_lane(lanes, [&](int lane) { differs |= access.address[lane] ^ access.address[std::countr_zero(lanes)]; });
        if (differs == 0) lanes = std::bit_floor(lanes);
    }
    for_each_lane(lanes, [&](int lane) {
        const std::uint64_t offset = access.address[lane] - shadow.base;
        const std::uint64_t first = element_at(offset), last = element_at(offset + access.bytes - 1);
        for (std::uint64_t i = first; i <= last && i < shadow.elements; ++i)
            __atomic_store_n(writers + i, first_thread + static_cast<std::uint32_t>(lane) * step, __ATOMIC_RELAXED);
    });
}

// Reads of elements that neither the host nor a thread has set.
void look_for_unset(BlockRun& run, const Warp& warp, const Instruction& in, const ArrayShadow& shadow, const TracedAccess& access) {
    const std::uint32_t* writers = shadow.writers.get();
    if (!writers) return;
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t offset = access.address[lane] - shadow.base;
        const std::uint64_t first = offset / shadow.element_bytes, last = (offset + access.bytes - 1) / shadow.element_bytes;
        for (std::uint64_t i = first; i <= last && i < shadow.elements; ++i) {
            if (i * shadow.element_bytes < shadow.unset_from || __atomic_load_n(writers + i, __ATOMIC_RELAXED) != 0) continue;
            if (run.plan.options.goes_on_as_gpu) {
                if (is_passed_over(run, in)) return;
                Fault fault = fault_at(run, warp, location_of(warp, in), lane);
                fault.kind = FaultKind::uninitialized_read;
                fault.address = plain_address(access.address[lane]);
                fault.array = run.plan.memory.find(shadow.base, 0)->name;
                fault.index = static_cast<std::int64_t>(i);
                fault.message = fmt::format("{} reads element {} of '{}', which nothing has written", who(fault), i, fault.array);
                fault.hint = std::string(kNothingWritten);
                pass_over(run, in, std::move(fault));
                return;
            }
            warn(run, warp, in, lane,
                 fmt::format("reads element {} of '{}', which neither the host nor a thread has written", i,
                             run.plan.memory.find(shadow.base, 0)->name),
                 "On a GPU it holds garbage: let the host fill the array, or write each element before it is read.");
            return;
        }
    }
}

// Whether the shadow goes back with the memory; in a launch that may be undone, it ends with the launch.
bool keeps_shadow(const BlockRun& run) { return run.undo && !run.plan.options.undo; }

// What the access is about to change in the shadow of its words, so that it is taken back with them: a load is noted as a reader,
// anything else as the writer (races.cpp).
void keep_shadow(UndoLog& undo, const ArrayShadow& shadow, const TracedAccess& access) {
    const auto keep = [&](auto* cells, std::size_t count, std::size_t bytes_of_cell) {
        if (!cells) return;
        const UndoLog::Area area{reinterpret_cast<std::byte*>(cells), count * sizeof *cells};
        const auto keep_from = [&](std::uint64_t offset, std::uint64_t bytes) {
            const std::size_t first = offset / bytes_of_cell, last = std::min((offset + bytes - 1) / bytes_of_cell, count - 1);
            undo.keep(area, reinterpret_cast<std::byte*>(cells + first), (last - first + 1) * sizeof *cells);
        };
        if (access.is_row) return keep_from(access.address[0] - shadow.base, std::uint64_t{access.bytes} * kLanes);
        for_each_lane(access.mask, [&](int lane) { keep_from(access.address[lane] - shadow.base, access.bytes); });
    };
    const std::size_t words = shadow.size / 4 + 1;
    if (access.kind == AccessKind::load) {
        keep(shadow.reader.get(), words, 4);
        keep(shadow.other_reader.get(), words, 4);
    } else {
        keep(shadow.writer.get(), words, 4);
        keep(shadow.writers.get(), shadow.elements, shadow.element_bytes);
    }
}

// An access by which others can see how far a thread is: beside a fence, it orders what the thread did before.
bool is_signal(const Instruction& in, AccessKind kind) {
    if (kind == AccessKind::atomic || kind == AccessKind::reduction) return true;
    return (is_scalar_load(in.op) || is_scalar_store(in.op)) && (in.flags & (kVolatile | kIsAtomic)) != 0;
}

void watch_races(BlockRun& run, const Warp& warp, const Instruction& in, const TracedAccess& access, const RaceCells& cells,
                 std::uint64_t base, RaceScope scope) {
    if (!looks_for_races(run, warp)) return;
    const bool is_marked = (is_scalar_load(in.op) || is_scalar_store(in.op)) && (in.flags & kIsAtomic) != 0;
    const bool is_store = access.kind != AccessKind::load;
    if (is_marked && !is_store) return;  // readers record no atomicity; a race with a plain store is missed
    run.accessed = true;
    const bool is_atomic = is_marked || access.kind == AccessKind::atomic || access.kind == AccessKind::reduction;
    const WarpTouch all{.mask = access.mask,
                        .bytes = access.bytes,
                        .address = access.address,
                        .warp = warp.id,
                        .line = location_of(warp, in).line,
                        .is_store = is_store,
                        .is_atomic = is_atomic,
                        .halves = access.halves,
                        .values = access.values,
                        .stride = access.stride,
                        .host_minus_device = access.host_minus_device,
                        .unchanged = access.unchanged,
                        .order = &warp.order,
                        .intended_lines = &run.program.lines_of_intended_races};
    if (const auto race = touch(cells, base, scope, run.intervals, all))
        note_race(run, warp, in, access.address[race->lane], is_store, *race);
}

// Global requests and shared wavefronts are of one space: lanes in another space are another request.
void count(BlockRun& run, AccessKind kind, const WarpAccess& access, Space space) {
    const bool is_load = kind == AccessKind::load;
    switch (space) {
        case Space::global: run.counters.count_global(kind, access); break;
        case Space::shared: run.counters.count_shared(kind, access); break;
        case Space::local: ++(is_load ? run.counters.local_load_requests : run.counters.local_store_requests); break;
        default: break;
    }
}

bool inside(const ArrayShadow& shadow, const TracedAccess& access) {
    bool all = true;
    for_each_lane(access.mask, [&](int lane) { all &= access.address[lane] - shadow.base < shadow.size; });
    return all;
}

// Lanes in one space, maybe in several arrays.
bool note_lanes(BlockRun& run, Warp& warp, const Instruction& in, const TracedAccess& access, Space space) {
    if (space == Space::shared) note_shared(run, warp, in, access);
    if (space == Space::shared || space == Space::local) return check_written(run, warp, in, access);
    if (space != Space::global) return true;
    ArrayShadow* shadow = shadow_at(run.plan.shadows, access.address[std::countr_zero(access.mask)]);
    if (shadow && inside(*shadow, access)) {
        note_global(run, warp, in, access, shadow);
        return true;
    }
    for_each_lane(access.mask, [&](int lane) {
        const TracedAccess one{.kind = access.kind,
                               .mask = 1u << lane,
                               .bytes = access.bytes,
                               .address = access.address,
                               .unchanged = access.unchanged};
        note_global(run, warp, in, one, shadow_at(run.plan.shadows, access.address[lane]));
    });
    return true;
}

// What a GPU passes over has no shadow.
std::uint32_t lanes_inside(const BlockRun& run, const Warp& warp, std::uint32_t mask, const std::uint64_t* address,
                           std::uint32_t bytes) {
    std::uint32_t inside = 0;
    for_each_lane(mask, [&](int lane) { inside |= is_inside(run, warp, address[lane], bytes) ? 1u << lane : 0u; });
    return inside;
}

bool written_twice(const TracedAccess& access, const std::byte* values, std::size_t stride, int lane, int other) {
    return access.address[lane] == access.address[other] &&
           std::memcmp(values + static_cast<std::size_t>(lane) * stride, values + static_cast<std::size_t>(other) * stride,
                       access.bytes) != 0;
}

}  // namespace

void note_clash(BlockRun& run, const Warp& warp, const Instruction& in, const TracedAccess& access, const std::byte* values,
                std::size_t stride) {
    if (run.launch.race_rank.load(std::memory_order_relaxed) <= 2 * run.position) return;
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        for (std::uint32_t others = left & (left - 1); others; others &= others - 1) {
            const int other = std::countr_zero(others);
            if (!written_twice(access, values, stride, lane, other)) continue;
            note_clash_of(run, warp, in, lane, other, access.address[lane]);
            return;
        }
    }
}

void watch_access(BlockRun& run, Warp& warp, const Instruction& in, const TracedAccess& access) {
    const std::uint32_t thread = *run.watched_thread;
    const int lane = static_cast<int>(thread % kLanes);
    if (thread / kLanes != warp.id || !(access.mask >> lane & 1) || run.watched.size() >= kMostWatched) return;
    const std::uint64_t address = access.address[lane];
    const std::uint64_t of_turn = warp.steps_of_turn - 1;  // before this one
    const std::uint32_t line = location_of(warp, in).line;
    run.watched.push_back({is_in_header(run.program, line) ? 0 : static_cast<int>(line), plain_address(address), access.bytes,
                           access.kind != AccessKind::load, value_of(run, warp, in, access, lane), run.block_steps + of_turn,
                           run.warp_instructions + of_turn, type_at(run, warp, address, access.bytes)});
}

void note_watched(const BlockRun& run, const TracedAccess& access) {
    const bool is_load = access.kind == AccessKind::load;
    const bool is_update = access.kind == AccessKind::atomic || access.kind == AccessKind::reduction;
    for (const WatchedBytes& watched : run.plan.memory.watched()) {
        if ((is_load && watched.may_be_read) || (is_update && watched.may_be_updated)) continue;
        if (watched.was_touched.load(std::memory_order_relaxed)) continue;
        bool is_one = false;
        for_each_lane(access.mask, [&](int lane) {
            is_one = is_one || watched.rows.touches(access.address[lane], access.address[lane] + access.bytes);
        });
        if (is_one) watched.was_touched.store(true, std::memory_order_relaxed);
    }
}

void note_global(BlockRun& run, Warp& warp, const Instruction& in, const TracedAccess& access, ArrayShadow* shadow) {
    if (is_signal(in, access.kind)) warp.signals = run.signals = true;
    if (!run.plan.memory.watched().empty()) [[unlikely]]
        note_watched(run, access);
    if (!shadow) return;
    if (shadow->unset && access.kind != AccessKind::store) look_for_unset(run, warp, in, *shadow, access);
    if (keeps_shadow(run)) keep_shadow(*run.undo, *shadow, access);
    if (access.kind != AccessKind::load) note_writers(run, *shadow, warp.id, access);
    if (shadow->other_reader.get()) look_for_races(run, warp, in, access, shadow);
}

// The threads that had the memory before do not race with its new owner.
void forget_accesses(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto *address = read_lanes<std::uint64_t>(run, warp, in.a), *bytes = read_lanes<std::uint64_t>(run, warp, in.b);
    for_each_lane(warp.mask, [&](int lane) {
        ArrayShadow* shadow = shadow_at(run.plan.shadows, address[lane]);
        if (shadow != nullptr && shadow->other_reader.get() && address[lane] - shadow->base + bytes[lane] <= shadow->size)
            forget(shadow->cells(), shadow->base, address[lane], bytes[lane]);
    });
    warp.global_recent.forget();
}

void note_shared(BlockRun& run, Warp& warp, const Instruction& in, const TracedAccess& access) {
    warp.signals |= is_signal(in, access.kind);
    look_for_races(run, warp, in, access, nullptr);
}

void look_for_races(BlockRun& run, const Warp& warp, const Instruction& in, const TracedAccess& access, ArrayShadow* shadow) {
    if (!shadow) {
        const std::uint64_t start = window_start(access.address[std::countr_zero(access.mask)]);
        return watch_races(run, warp, in, access, run.shared_cells, start, RaceScope::block);
    }
    // The last block that sums what all blocks left: a fence, a counter, then a barrier that hands the answer to its threads.
    const RaceScope scope = run.fenced && run.signals ? RaceScope::block : RaceScope::launch;
    RaceCells cells = shadow->cells();
    if (keeps_shadow(run)) {
        cells.pieces = nullptr;  // else an access would change words beside its own
        shadow->has_words = true;
    }
    watch_races(run, warp, in, access, cells, shadow->base, scope);
}

// A race that was told is of such a write, or no worse than what it is.
bool settle_unwritten(BlockRun& run) {
    if (!run.unwritten) return true;
    const bool race_is_told = run.launch.race_rank.load(std::memory_order_relaxed) <= 2 * run.position;
    if (race_is_told && shared_is_written(run, run.unwritten->address, run.unwritten->bytes)) {
        run.unwritten.reset();
        return true;
    }
    const UnwrittenRead read = *std::exchange(run.unwritten, std::nullopt);
    if (run.plan.options.goes_on_as_gpu) return pass_over(run, *read.instruction, read.fault);
    run.fault = read.fault;  // what else went wrong came of it
    return false;
}

namespace {

void take_time(BlockRun& run) {
    constexpr std::uint32_t last = (1u << kIntervalBits) - 1;
    run.untimed = run.untimed || (run.intervals.now & last) == last;
    if (!run.untimed) ++run.intervals.now;
    run.accessed = false;
}

}  // namespace

void start_interval(BlockRun& run) {
    take_time(run);
    run.intervals.start = run.intervals.now;
}

void note_meeting(BlockRun& run, Warp& warp, std::uint32_t lanes) {
    if (run.accessed) take_time(run);
    warp.order.meet(lanes, warp.lanes, run.intervals.now);
}

void note_meeting(BlockRun& run, Warp& warp, const std::uint32_t* members) {
    if (run.plan.options.trace != TraceLevel::full) return;
    if (run.accessed) take_time(run);
    std::uint32_t last = 0;
    for_each_lane(warp.mask, [&](int lane) {
        const std::uint32_t lanes = members[lane];
        if (lanes != last && (lanes >> lane & 1)) warp.order.meet(lanes, warp.lanes, run.intervals.now);
        last = lanes;
    });
}

bool record_access(BlockRun& run, Warp& warp, const Instruction& in, AccessKind kind, const std::uint64_t* address,
                   std::uint32_t bytes, std::uint32_t unchanged) {
    const bool full = run.plan.options.trace == TraceLevel::full;
    if (!full && !run.watched_thread) {  // most often all lanes are in one space, whose rules need no plain addresses
        const Space space = space_of_all(warp.mask, address);
        if (space == Space::shared) {
            std::uint64_t plain[kLanes];
            for (int lane = 0; lane < kLanes; ++lane) plain[lane] = kSharedBase + window_offset(address[lane]);
            count(run, kind, {warp.mask, plain, bytes}, space);
            return true;
        }
        if (space != Space::none) {
            count(run, kind, {warp.mask, address, bytes}, space);
            return true;
        }
    }
    bool good = true;
    const bool is_one_space = space_of_all(warp.mask, address) != Space::none;
    for (std::uint32_t left = warp.mask; left && good;) {
        const Space space = space_of(address[std::countr_zero(left)]);
        std::uint32_t same = is_one_space ? left : 0;
        if (!is_one_space) for_each_lane(left, [&](int lane) { same |= space_of(address[lane]) == space ? 1u << lane : 0u; });
        left &= ~same;
        std::uint64_t
            without_windows[kLanes];  // several shared arrays are one request, whose banks are those of the plain addresses
        const std::uint64_t* plain = space == Space::global ? address : without_windows;
        if (space != Space::global) for_each_lane(same, [&](int lane) { without_windows[lane] = plain_address(address[lane]); });
        count(run, kind, {same, plain, bytes}, space);
        if (full && run.lines && space == Space::global && (is_scalar_load(in.op) || is_scalar_store(in.op)))
            run.lines->add_useful_bytes(count_useful_bytes({same, plain, bytes}));
        if (full) count_fully(run, warp, in, kind, {same, plain, bytes}, space);
        if (full && space == Space::constant) note_watched(run, {kind, same, bytes, address});
        if (full && !run.passed_over.empty()) same = lanes_inside(run, warp, same, address, bytes);
        if (same == 0) continue;
        const TracedAccess access{.kind = kind, .mask = same, .bytes = bytes, .address = plain, .unchanged = unchanged};
        if (run.watched_thread) watch_access(run, warp, in, access);
        if (full) good = note_lanes(run, warp, in, access, space);
    }
    return good;
}

}  // namespace warpwise::simt
