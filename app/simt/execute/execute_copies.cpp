// Copies of structures, and memory that is set.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "simt/execute/execute_objects.h"
#include "simt/execute/execute_ops.h"
#include "simt/memory/undo_log.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kRow = 4 * kLanes;  // of local memory: a word of each lane
using Hosts = std::array<std::byte*, kLanes>;

// Local memory at one address in all active lanes lies in rows; null: it does not.
std::byte* rows_at(const BlockRun& run, Warp& warp, const std::uint64_t* address, std::uint64_t bytes) {
    const std::uint64_t first = address[std::countr_zero(warp.mask)];
    const bool is_row = space_of(first) == Space::local && (first | bytes) % 4 == 0 && are_one_place(warp, address);
    return is_row && is_inside(run, warp, first, bytes) ? &warp.local[local_place(window_offset(first), 0)] : nullptr;
}

// Whether it lies at one address in all active lanes, wherever in a row.
bool is_one_local_place(const BlockRun& run, const Warp& warp, const std::uint64_t* address, std::uint64_t bytes) {
    const std::uint64_t first = address[std::countr_zero(warp.mask)];
    return space_of(first) == Space::local && are_one_place(warp, address) && is_inside(run, warp, first, bytes);
}

// Where the active lanes' bytes are, of any other memory; false: one lane's are not there, or cannot be written.
bool find_hosts(const BlockRun& run, const Warp& warp, const std::uint64_t* address, std::uint64_t bytes, MemoryUse use,
                Hosts& hosts) {
    std::optional<Object> object;
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        if (!good) return;
        if (!object || !object->holds(address[lane], bytes)) object = find_object(run, warp, address[lane], bytes);
        good = object && object->host && (use == MemoryUse::read || object->space != Space::constant);
        if (!good) return;
        if (object->allocation) object->allocation->note(use);
        hosts[static_cast<std::size_t>(lane)] = object->host + (address[lane] - object->base);
    });
    return good;
}

// No check looks at the bytes of single lanes.
bool goes_together(const BlockRun& run) { return run.plan.options.trace != TraceLevel::full && !run.keeps_writes(); }

// The active lanes' words of a row.
void write_words(const Warp& warp, std::byte* to, const std::uint32_t* from) {
    auto* words = reinterpret_cast<std::uint32_t*>(to);
    for (int lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t active = warp.lane_mask[lane];
        words[lane] = (from[lane] & active) | (words[lane] & ~active);
    }
}

// From one place of other memory to one place of local memory: what a thread's array starts with. False: it is another copy.
bool spread_to_local(BlockRun& run, Warp& warp, const std::uint64_t* to, const std::uint64_t* from, std::uint64_t bytes) {
    const std::uint64_t source = from[std::countr_zero(warp.mask)], place = to[std::countr_zero(warp.mask)];
    const bool is_one = space_of(source) != Space::local && place % 4 == 0 && are_one_place(warp, from);
    if (!is_one || !is_one_local_place(run, warp, to, bytes)) return false;
    const auto object = find_object(run, warp, source, bytes);
    if (!object || !object->host) return false;
    if (object->allocation) object->allocation->note(MemoryUse::read);
    std::byte* const host = object->host + (source - object->base);
    std::byte* const rows = &warp.local[local_place(window_offset(place), 0)];
    const std::uint64_t whole = bytes / 4 * 4;
    for (std::uint64_t at = 0; at < whole; at += 4) {
        std::uint32_t word = 0, words[kLanes];
        std::memcpy(&word, host + at, 4);
        std::ranges::fill(words, word);
        write_words(warp, rows + at * kLanes, words);
    }
    if (whole != bytes)
        for_each_lane(warp.mask,
                      [&](int lane) { local_copy(warp, lane, window_offset(place) + whole, host + whole, bytes - whole, true); });
    return true;
}

// Sets memory in all active lanes at once; false: nothing is done, each lane is to be looked at.
bool set_together(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto bytes = static_cast<std::uint32_t>(in.imm);
    const auto* to = read_lanes<std::uint64_t>(run, warp, in.a);
    const auto* value = read_lanes<std::uint32_t>(run, warp, in.b);
    std::byte* const rows = goes_together(run) && bytes ? rows_at(run, warp, to, bytes) : nullptr;
    if (rows == nullptr) return false;
    std::uint32_t words[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) words[lane] = (value[lane] & 0xff) * 0x01010101u;
    for (std::size_t at = 0; at < bytes; at += 4) write_words(warp, rows + at * kLanes, words);
    return true;
}

std::uint64_t size_of_copy(const BlockRun& run, const Warp& warp, const Instruction& in, int lane) {
    if (in.flags & kVariableSize) return read_lanes<std::uint64_t>(run, warp, in.c)[lane];
    return static_cast<std::uint32_t>(in.imm);
}

// Counts a copy as the aligned accesses that a compiler would split it into.
bool record_pieces(BlockRun& run, Warp& warp, const Instruction& in, AccessKind kind, Operand operand) {
    if (run.plan.options.trace == TraceLevel::none || (in.flags & kVariableSize)) return true;
    const auto* start = read_lanes<std::uint64_t>(run, warp, operand);
    const std::uint32_t total = static_cast<std::uint32_t>(in.imm), piece = std::max<std::uint32_t>(in.aux, 1);
    const Space space = space_of_all(warp.mask, start);
    if (run.plan.options.trace == TraceLevel::counters && !run.watched_thread &&
        (space == Space::local || space == Space::constant)) {
        const std::uint32_t pieces = (total + piece - 1) / piece;
        if (space == Space::local)
            (kind == AccessKind::load ? run.counters.local_load_requests : run.counters.local_store_requests) += pieces;
        return true;
    }
    std::uint64_t address[kLanes];
    for (std::uint32_t done = 0; done < total; done += piece) {
        for (int lane = 0; lane < kLanes; ++lane) address[lane] = start[lane] + done;
        if (!record_access(run, warp, in, kind, address, std::min(piece, total - done))) return false;
    }
    return true;
}

// Each byte has been written where it comes from, or not: a structure's padding is not, nor a member that is still to be set.
void mark_copied(BlockRun& run, Warp& warp, int lane, std::uint64_t to, const std::uint64_t* from, std::uint64_t count) {
    if (from == nullptr || is_written(run, warp, lane, *from, count)) return mark_written(run, warp, lane, to, count, true);
    std::vector<bool> written(count);  // before the first mark: the two may overlap
    for (std::uint64_t i = 0; i < count; ++i) written[i] = is_written(run, warp, lane, *from + i, 1);
    for (std::uint64_t i = 0; i < count; ++i) mark_written(run, warp, lane, to + i, 1, written[i]);
}

// The object that all lanes copy from, for the next time (Loop::copy_at_once). Nothing is stored by what is kept of it.
void keep_source(BlockRun& run, const Warp& warp, const Instruction& in, const std::uint64_t* from) {
    const std::uint64_t first = from[std::countr_zero(warp.mask)];
    CachedRange& range = run.ranges[static_cast<std::size_t>(warp.function - run.program.functions.data())]
                                   [static_cast<std::size_t>(&in - warp.function->code.data())];
    if (space_of(first) == Space::local || first - range.base < range.size) return;
    if (const auto object = find_object(run, warp, first, 1)) range = {object->base, object->size, object->host, false, nullptr};
}

}  // namespace

bool copy_together(BlockRun& run, Warp& warp, const std::uint64_t* to, const std::uint64_t* from, std::uint64_t bytes) {
    if (!goes_together(run) || bytes == 0) return false;
    std::byte* const to_rows = rows_at(run, warp, to, bytes);
    const std::byte* const from_rows = rows_at(run, warp, from, bytes);
    if (to_rows && from_rows) {
        const std::size_t extent = bytes * kLanes;
        if (from_rows < to_rows + extent && to_rows < from_rows + extent) return false;
        for (std::size_t at = 0; at < extent; at += kRow)
            write_words(warp, to_rows + at, reinterpret_cast<const std::uint32_t*>(from_rows + at));
        return true;
    }
    if (spread_to_local(run, warp, to, from, bytes)) return true;
    const bool is_to_local = !to_rows && is_one_local_place(run, warp, to, bytes);
    const bool is_from_local = !from_rows && is_one_local_place(run, warp, from, bytes);
    std::array<std::byte, 64> few;
    if ((is_to_local || is_from_local) && bytes > few.size()) return false;
    Hosts to_hosts{}, from_hosts{};
    if (!to_rows && !is_to_local && !find_hosts(run, warp, to, bytes, MemoryUse::written, to_hosts)) return false;
    if (!from_rows && !is_from_local && !find_hosts(run, warp, from, bytes, MemoryUse::read, from_hosts)) return false;
    for_each_lane(warp.mask, [&](int lane) {
        std::byte* const host = to_hosts[static_cast<std::size_t>(lane)];
        const std::byte* source = from_hosts[static_cast<std::size_t>(lane)];
        const std::size_t column = 4 * static_cast<std::size_t>(lane);
        if (is_from_local || (is_to_local && from_rows)) {
            local_copy(warp, lane, window_offset(from[lane]), few.data(), bytes, false);
            source = few.data();
        }
        if (is_to_local) {
            std::memmove(few.data(), source, bytes);
            local_copy(warp, lane, window_offset(to[lane]), few.data(), bytes, true);
        } else if (to_rows) {
            for (std::size_t at = 0; at < bytes; at += 4) std::memcpy(to_rows + at * kLanes + column, source + at, 4);
        } else if (from_rows) {
            for (std::size_t at = 0; at < bytes; at += 4) std::memcpy(host + at, from_rows + at * kLanes + column, 4);
        } else {
            std::memmove(host, source, bytes);
        }
    });
    return true;
}

bool copy_marked(BlockRun& run, Warp& warp, const std::uint64_t* to, const std::uint64_t* from, std::uint64_t bytes,
                 bool as_source) {
    if (run.plan.options.trace != TraceLevel::full || run.keeps_writes() || bytes == 0) return false;
    std::byte* const rows = rows_at(run, warp, to, bytes);
    if (rows == nullptr) return false;
    const std::byte* const from_rows = rows_at(run, warp, from, bytes);
    const std::size_t extent = bytes * kLanes;
    const auto marks_at = [&](const std::byte* of, std::size_t at) {
        return reinterpret_cast<std::byte*>(warp.local_init.data()) + (of - warp.local.data()) + at;
    };
    if (from_rows == nullptr) {
        const int lane = std::countr_zero(warp.mask);
        if (!is_written(run, warp, lane, from[lane], bytes) || !spread_to_local(run, warp, to, from, bytes)) return false;
    } else if (from_rows < rows + extent && rows < from_rows + extent) {
        return false;
    }
    std::uint32_t written[kLanes];
    std::ranges::fill(written, 0x01010101u);
    for (std::size_t at = 0; at < extent; at += kRow) {
        if (from_rows) write_words(warp, rows + at, reinterpret_cast<const std::uint32_t*>(from_rows + at));
        const bool copies_marks = from_rows && as_source;
        write_words(warp, marks_at(rows, at),
                    copies_marks ? reinterpret_cast<const std::uint32_t*>(marks_at(from_rows, at)) : written);
    }
    return true;
}

bool run_copy(BlockRun& run, Warp& warp, const Instruction& in) {
    const auto* to = read_lanes<std::uint64_t>(run, warp, in.a);
    const auto* from = in.op == Op::copy_memory ? read_lanes<std::uint64_t>(run, warp, in.b) : nullptr;
    const auto noted = [&] {
        return (!from || record_pieces(run, warp, in, AccessKind::load, in.b)) &&
               record_pieces(run, warp, in, AccessKind::store, in.a);
    };
    const bool is_together =
        !(in.flags & kVariableSize) &&
        (from ? copy_together(run, warp, to, from, static_cast<std::uint32_t>(in.imm)) : set_together(run, warp, in));
    if (is_together) {
        if (from) keep_source(run, warp, in, from);
        return noted();
    }
    if (from && !(in.flags & kVariableSize) && copy_marked(run, warp, to, from, static_cast<std::uint32_t>(in.imm), true))
        return noted();
    std::array<std::byte, 64> few;
    std::vector<std::byte> many;
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        const std::uint64_t count = size_of_copy(run, warp, in, lane);
        if (!good || count == 0) return;
        if (!is_inside(run, warp, to[lane], count)) {  // also keeps a wild size from being allocated
            good = raise_access(run, warp, in, lane, to[lane], count, true);
            return;
        }
        if (run.keeps_writes()) keep_before_write(run, 1u << lane, to, count);
        if (count > few.size() && many.size() < count) many.resize(count);
        std::byte* bytes = count > few.size() ? many.data() : few.data();
        if (!from) std::memset(bytes, static_cast<int>(read_lanes<std::uint32_t>(run, warp, in.b)[lane] & 0xff), count);
        good = (!from || read_bytes(run, warp, in, lane, from[lane], bytes, count)) &&
               write_bytes(run, warp, in, lane, to[lane], bytes, count);
        if (good && run.plan.options.trace == TraceLevel::full)
            mark_copied(run, warp, lane, to[lane], from ? &from[lane] : nullptr, count);
    });
    return good && noted();
}

}  // namespace warpwise::simt
