// Memory accesses off the fast path: the checks lane by lane, vectors, atomics, copies.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/atomic_update.h"
#include "simt/execute/cycle.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"
#include "simt/execute/execute_pass_over.h"

namespace warpwise::simt {
namespace {

// The host's bytes of a checked range in linear memory; null in local memory.
struct Place {
    bool good = false;
    std::byte* host = nullptr;
};

// The stack of local memory as a whole: structures passed by value.
bool on_stack(const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
    return address >= kLocalBase && address - kLocalBase + bytes <= warp.local_top;
}

Place locate(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint64_t bytes, bool is_store) {
    const Space space = space_of(address);
    if (space == Space::constant && is_store) return {};
    if (space == Space::local) return {on_stack(warp, address, bytes) || find_object(run, warp, address, bytes), nullptr};
    const auto object = find_object(run, warp, address, bytes);
    return object ? Place{true, object->host + (address - object->base)} : Place{};
}

// What a value narrower than its register leaves of it.
void set_zero(std::byte* out, std::size_t stride) {
    std::memset(out, 0, 4);
    if (stride >= 8) std::memset(out + 4, 0, 4);
}

// The lanes' accesses are aligned, and all of them on the stack.
bool all_on_stack(const Warp& warp, const std::uint64_t* address, std::uint64_t bytes) {
    bool all = bytes > 0;
    for_each_lane(warp.mask, [&](int lane) { all &= address[lane] % bytes == 0 && on_stack(warp, address[lane], bytes); });
    return all;
}

// All of them at one place of local memory, aligned.
bool is_one_local(const BlockRun& run, const Warp& warp, const std::uint64_t* address, std::uint64_t bytes) {
    const std::uint64_t first = address[std::countr_zero(warp.mask)];
    return bytes != 0 && space_of(first) == Space::local && first % bytes == 0 && are_one_place(warp, address) &&
           is_inside(run, warp, first, bytes);
}

bool holds(const CachedRange& range, std::uint64_t address, std::uint64_t bytes, bool is_store) {
    const std::uint64_t offset = address - range.base;
    return range.host && offset < range.size && range.size - offset >= bytes && (range.writable || !is_store);
}

CachedRange& range_of(BlockRun& run, const Warp& warp, const Instruction& in) {
    auto& ranges = run.ranges[static_cast<std::size_t>(warp.function - run.program.functions.data())];
    return ranges[static_cast<std::size_t>(&in - warp.function->code.data())];
}

// Atomics and copies read and write, in any order.
void note_both(const BlockRun& run, const Instruction& in, std::uint64_t address, std::uint64_t bytes) {
    const bool does_one = in.op == Op::load_vector || in.op == Op::store_vector || is_scalar_load(in.op) || is_scalar_store(in.op);
    if (const Allocation* allocation = does_one ? nullptr : run.plan.memory.find(address, bytes)) allocation->note(MemoryUse::both);
}

// The same for an access of this instruction: the object that it accessed last is looked at before all others.
Place locate(BlockRun& run, const Warp& warp, const Instruction& in, std::uint64_t address, std::uint64_t bytes, bool is_store) {
    CachedRange& range = range_of(run, warp, in);
    if (holds(range, address, bytes, is_store)) return {true, range.host + (address - range.base)};
    if (space_of(address) == Space::local) return locate(run, warp, address, bytes, is_store);
    if (!refill_range(run, warp, range, address, address + bytes, is_store)) return {};
    note_both(run, in, address, bytes);
    return {true, range.host + (address - range.base)};
}

// The object that holds what all lanes access, each at a multiple of what it accesses; null: not all in one, or in local memory.
const CachedRange* range_of_all(BlockRun& run, const Warp& warp, const Instruction& in, const std::uint64_t* address,
                                std::uint32_t bytes, bool is_store) {
    std::uint64_t first = ~std::uint64_t{0}, last = 0, any = 0;
    for_each_lane(warp.mask, [&](int lane) {
        first = std::min(first, address[lane]);
        last = std::max(last, address[lane]);
        any |= address[lane];
    });
    if (!std::has_single_bit(bytes) || (any & (bytes - 1))) return nullptr;
    CachedRange& range = range_of(run, warp, in);
    const std::uint64_t extent = last - first + bytes;
    if (holds(range, first, extent, is_store)) return &range;
    if (!refill_range(run, warp, range, first, first + extent, is_store)) return nullptr;
    note_both(run, in, first, extent);
    return range.host ? &range : nullptr;
}

}  // namespace

void local_copy(Warp& warp, int lane, std::uint64_t offset, std::byte* bytes, std::uint64_t count, bool is_store) {
    for (std::uint64_t i = 0, part = 0; i < count; i += part) {
        part = std::min<std::uint64_t>(4 - (offset + i) % 4, count - i);
        std::byte* at = &warp.local[local_place(offset + i, lane)];
        std::byte *to = is_store ? at : bytes + i, *from = is_store ? bytes + i : at;
        switch (part) {  // of known sizes: a call would cost more than the copy
            case 4: std::memcpy(to, from, 4); break;
            case 2: std::memcpy(to, from, 2); break;
            default: std::copy_n(from, part, to);
        }
    }
}

namespace {

std::uint64_t lane_bits(const BlockRun& run, const Warp& warp, Operand operand, int lane, bool wide) {
    return wide ? read_lanes<std::uint64_t>(run, warp, operand)[lane] : read_lanes<std::uint32_t>(run, warp, operand)[lane];
}

template <typename T>
bool run_atomic(BlockRun& run, Warp& warp, const Instruction& in) {
    const bool wide = sizeof(T) == 8;
    const auto* address = read_lanes<std::uint64_t>(run, warp, in.a);
    std::uint64_t old[kLanes] = {};
    bool good = true;
    const CachedRange* const all = range_of_all(run, warp, in, address, sizeof(T), true);
    const bool is_shared = all && space_of(all->base) == Space::shared;
    const bool is_done =
        all && in.op == Op::atomic && sizeof(T) >= 4 && are_one_place(warp, address) &&
        update_one_word(static_cast<AtomicOp>(in.aux), all->host + (address[std::countr_zero(warp.mask)] - all->base), warp.mask,
                        read_lanes<T>(run, warp, in.b), old, is_shared);
    for_each_lane(is_done ? 0 : warp.mask, [&](int lane) {
        if (!good) return;
        const Place place = all                         ? Place{true, all->host + (address[lane] - all->base)}
                            : address[lane] % sizeof(T) ? Place{}
                                                        : locate(run, warp, in, address[lane], sizeof(T), true);
        if (!place.good || space_of(address[lane]) == Space::constant) {
            good = raise_access(run, warp, in, lane, address[lane], sizeof(T), true);
            return;
        }
        const T b = static_cast<T>(lane_bits(run, warp, in.b, lane, wide));
        T own{};  // local memory is the lane's alone
        if (!place.host)
            local_copy(warp, lane, window_offset(address[lane]), reinterpret_cast<std::byte*>(&own), sizeof own, false);
        std::byte* at = place.host ? place.host : reinterpret_cast<std::byte*>(&own);
        if (in.op == Op::atomic) {
            old[lane] = update<T>(static_cast<AtomicOp>(in.aux), at, b, is_shared);
        } else {
            old[lane] = compare_and_swap<T>(at, b, static_cast<T>(lane_bits(run, warp, in.c, lane, wide)));
        }
        if (!place.host) local_copy(warp, lane, window_offset(address[lane]), at, sizeof own, true);
    });
    if (!good) return false;
    const AccessKind kind = in.flags & kResultUnused ? AccessKind::reduction : AccessKind::atomic;
    if (run.plan.options.trace != TraceLevel::none && !record_access(run, warp, in, kind, address, sizeof(T))) return false;
    if (in.flags & kResultUnused) return true;
    if (wide) {
        write_active(warp, in.dst, old);
    } else {
        std::uint32_t narrow[kLanes];
        std::copy(old, old + kLanes, narrow);
        write_active(warp, in.dst, narrow);
    }
    return true;
}

// The lanes whose place in global or shared memory can be written, and those of them where it holds their value.
struct ComparedLanes {
    std::uint32_t lanes = 0, equal = 0;
};
ComparedLanes compare_lanes(BlockRun& run, const Warp& warp, const Instruction& in, const std::uint64_t* address,
                            std::uint32_t bytes, const std::byte* values, std::size_t stride) {
    ComparedLanes out;
    for_each_lane(warp.mask, [&](int lane) {
        const Place place = locate(run, warp, in, address[lane], bytes, true);
        if (!place.good || !place.host) return;
        out.lanes |= 1u << lane;
        const std::byte* value = values + static_cast<std::size_t>(lane) * stride;
        if (std::memcmp(place.host, value, bytes) == 0) out.equal |= 1u << lane;
    });
    return out;
}

template <typename E, typename L>
bool load_vector(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto* address = read_lanes<std::uint64_t>(run, warp, in.a);
    L* registers = lanes_at<L>(warp.frame + in.dst);
    const std::uint32_t bytes = sizeof(E) * in.aux;
    const auto noted = [&] {
        return run.plan.options.trace == TraceLevel::none || record_access(run, warp, in, AccessKind::load, address, bytes);
    };
    if (const CachedRange* range = range_of_all(run, warp, in, address, bytes, false)) {
        if (!noted()) return false;
        const std::uint64_t to_host = reinterpret_cast<std::uint64_t>(range->host) - range->base;
        for_each_lane(warp.mask, [&](int lane) {
            const auto* from = reinterpret_cast<const E*>(to_host + address[lane]);
            std::array<E, 16 / sizeof(E)> elements;  // their registers may be the address's
            std::copy_n(from, in.aux, elements.begin());
            for (std::uint32_t k = 0; k < in.aux; ++k) registers[k * kLanes + static_cast<std::uint32_t>(lane)] = elements[k];
        });
        return true;
    }
    std::array<E, 16 / sizeof(E)> values[kLanes] = {};
    if (!load_lanes(run, warp, in, address, bytes, reinterpret_cast<std::byte*>(values), sizeof values[0]) || !noted())
        return false;
    for_each_lane(warp.mask, [&](int lane) {
        for (std::uint32_t k = 0; k < in.aux; ++k) registers[k * kLanes + static_cast<std::uint32_t>(lane)] = values[lane][k];
    });
    return true;
}

template <typename E, typename L>
bool store_vector(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto* address = read_lanes<std::uint64_t>(run, warp, in.a);
    const L* registers = read_lanes<L>(run, warp, in.b);
    const std::uint32_t bytes = sizeof(E) * in.aux;
    const auto element = [&](int lane, std::uint32_t k) {
        return static_cast<E>(registers[k * kLanes + static_cast<std::uint32_t>(lane)]);
    };
    const TraceLevel trace = run.plan.options.trace;
    const CachedRange* range = trace == TraceLevel::full ? nullptr : range_of_all(run, warp, in, address, bytes, true);
    if (range) {
        const std::uint64_t to_host = reinterpret_cast<std::uint64_t>(range->host) - range->base;
        for_each_lane(warp.mask, [&](int lane) {
            auto* to = reinterpret_cast<E*>(to_host + address[lane]);
            for (std::uint32_t k = 0; k < in.aux; ++k) to[k] = element(lane, k);
        });
        return trace == TraceLevel::none || record_access(run, warp, in, AccessKind::store, address, bytes);
    }
    std::array<E, 16 / sizeof(E)> values[kLanes] = {};
    for_each_lane(warp.mask, [&](int lane) {
        for (std::uint32_t k = 0; k < in.aux; ++k) values[lane][k] = element(lane, k);
    });
    return store_lanes(run, warp, in, address, bytes, reinterpret_cast<const std::byte*>(values), sizeof values[0]);
}

template <typename E, typename L>
bool run_vector_of(BlockRun& run, Warp& warp, const Instruction& in) {
    return in.op == Op::store_vector ? store_vector<E, L>(run, warp, in) : load_vector<E, L>(run, warp, in);
}

// One access of several elements: a float4 at once.
bool run_vector(BlockRun& run, Warp& warp, const Instruction& in) {
    const bool is_wide = (in.flags & kWide) != 0;
    switch (in.imm) {
        case 8: return run_vector_of<std::uint64_t, std::uint64_t>(run, warp, in);
        case 4:
            return is_wide ? run_vector_of<std::uint32_t, std::uint64_t>(run, warp, in)
                           : run_vector_of<std::uint32_t, std::uint32_t>(run, warp, in);
        case 2:
            return is_wide ? run_vector_of<std::uint16_t, std::uint64_t>(run, warp, in)
                           : run_vector_of<std::uint16_t, std::uint32_t>(run, warp, in);
        default:
            return is_wide ? run_vector_of<std::uint8_t, std::uint64_t>(run, warp, in)
                           : run_vector_of<std::uint8_t, std::uint32_t>(run, warp, in);
    }
}

}  // namespace

bool is_inside(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
    return locate(run, warp, address, bytes, false).good;
}

bool refill_range(BlockRun& run, const Warp& warp, CachedRange& range, std::uint64_t first, std::uint64_t end, bool is_store) {
    const Space space = space_of(first);
    if (space == Space::constant && is_store) return false;
    if (const auto object = find_object(run, warp, first, end - first)) {
        range = {object->base, object->size, object->host, space != Space::constant, shadow_at(run.plan.shadows, first)};
        if (object->allocation) object->allocation->note(is_store ? MemoryUse::written : MemoryUse::read);
        return true;
    }
    if (space != Space::local || !on_stack(warp, first, end - first)) return false;
    range = {kLocalBase, warp.local_top, nullptr, true};
    return true;
}

bool read_bytes(BlockRun& run, Warp& warp, const Instruction& in, int lane, std::uint64_t address, std::byte* out,
                std::uint64_t bytes) {
    const Place place = locate(run, warp, in, address, bytes, false);
    if (!place.good) {
        if (!raise_access(run, warp, in, lane, address, bytes, false)) return false;
        read_mapped(run, address, out, bytes);
    } else if (place.host) {
        std::memcpy(out, place.host, bytes);
    } else {
        local_copy(warp, lane, window_offset(address), out, bytes, false);
    }
    return true;
}

bool write_bytes(BlockRun& run, Warp& warp, const Instruction& in, int lane, std::uint64_t address, const std::byte* data,
                 std::uint64_t bytes) {
    const Place place = locate(run, warp, in, address, bytes, true);
    if (!place.good) {
        if (!raise_access(run, warp, in, lane, address, bytes, true)) return false;
        write_mapped(run, address, data, bytes);
    } else if (place.host) {
        std::memcpy(place.host, data, bytes);
    } else {
        local_copy(warp, lane, window_offset(address), const_cast<std::byte*>(data), bytes, true);
    }
    return true;
}

bool load_lanes(BlockRun& run, Warp& warp, const Instruction& in, const std::uint64_t* address, std::uint32_t bytes,
                std::byte* values, std::size_t stride) {
    if (is_one_local(run, warp, address, bytes) || all_on_stack(warp, address, bytes)) {
        for_each_lane(warp.mask, [&](int lane) {
            std::byte* out = values + static_cast<std::size_t>(lane) * stride;
            set_zero(out, stride);
            local_copy(warp, lane, window_offset(address[lane]), out, bytes, false);
        });
        return true;
    }
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        if (!good) return;
        std::byte* out = values + static_cast<std::size_t>(lane) * stride;
        set_zero(out, stride);
        good = address[lane] % bytes ? raise_access(run, warp, in, lane, address[lane], bytes, false)
                                     : read_bytes(run, warp, in, lane, address[lane], out, bytes);
    });
    return good;
}

bool store_lanes(BlockRun& run, Warp& warp, const Instruction& in, const std::uint64_t* address, std::uint32_t bytes,
                 const std::byte* values, std::size_t stride) {
    const TraceLevel trace = run.plan.options.trace;
    if (is_one_local(run, warp, address, bytes)) {
        for_each_lane(warp.mask, [&](int lane) {
            const std::byte* value = values + static_cast<std::size_t>(lane) * stride;
            local_copy(warp, lane, window_offset(address[lane]), const_cast<std::byte*>(value), bytes, true);
        });
        return trace == TraceLevel::none || record_access(run, warp, in, AccessKind::store, address, bytes);
    }
    const std::uint32_t unchanged =
        trace == TraceLevel::full ? compare_lanes(run, warp, in, address, bytes, values, stride).equal : 0;
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        if (!good) return;
        const std::byte* value = values + static_cast<std::size_t>(lane) * stride;
        good = address[lane] % bytes ? raise_access(run, warp, in, lane, address[lane], bytes, true)
                                     : write_bytes(run, warp, in, lane, address[lane], value, bytes);
    });
    if (!good || trace == TraceLevel::none) return good;
    if (trace == TraceLevel::full) {
        const ComparedLanes written = compare_lanes(run, warp, in, address, bytes, values, stride);
        if (written.equal != written.lanes)
            note_clash(run, warp, in, {AccessKind::store, written.lanes, bytes, address}, values, stride);
    }
    return record_access(run, warp, in, AccessKind::store, address, bytes, unchanged);
}

void keep_before_write(BlockRun& run, std::uint32_t mask, const std::uint64_t* address, std::uint64_t bytes) {
    const Allocation* known = nullptr;
    for_each_lane(mask, [&](int lane) {
        if (address[lane] >= kSharedBase) return;
        if (known == nullptr || !known->holds(address[lane], bytes)) known = run.plan.memory.find(address[lane], bytes);
        if (known == nullptr) return;  // a fault follows
        const UndoLog::Area area{known->host, known->size};
        std::byte* start = known->host + known->offset_of(address[lane]);
        if (run.undo) run.undo->keep(area, start, bytes);
        if (run.cycle) run.cycle->log().keep(area, start, bytes);
    });
}

void note_for_cycle(BlockRun& run, const Warp& warp, std::uint32_t pc, const std::uint64_t* address, std::uint64_t bytes) {
    run.cycle->note_access(*warp.function, pc, warp.mask, address, bytes);
}

bool run_memory(BlockRun& run, Warp& warp, const Instruction& in) {
    if (run.cycle) {
        const bool vector = in.op == Op::load_vector || in.op == Op::store_vector;
        const std::uint64_t bytes = static_cast<std::uint64_t>(in.imm) * (vector ? in.aux : 1u);
        if (in.op == Op::copy_memory || in.op == Op::set_memory) {
            run.cycle->count_all_memory();
        } else {
            note_for_cycle(run, warp, warp.pc - 1, read_lanes<std::uint64_t>(run, warp, in.a), bytes);
        }
    }
    if (run.keeps_writes() && (in.op == Op::atomic || in.op == Op::compare_and_swap || in.op == Op::store_vector)) {
        const std::uint64_t bytes = static_cast<std::uint64_t>(in.imm) * (in.op == Op::store_vector ? in.aux : 1u);
        keep_before_write(run, warp.mask, read_lanes<std::uint64_t>(run, warp, in.a), bytes);
    }
    switch (in.op) {
        case Op::load_vector:
        case Op::store_vector: return run_vector(run, warp, in);
        case Op::atomic:
        case Op::compare_and_swap:
            if (in.imm == 8) return run_atomic<std::uint64_t>(run, warp, in);
            if (in.imm == 2) return run_atomic<std::uint16_t>(run, warp, in);
            return run_atomic<std::uint32_t>(run, warp, in);
        default: return run_copy(run, warp, in);
    }
}

}  // namespace warpwise::simt
