// Copies of structures, and memory that is set.
#include <algorithm>
#include <array>
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
    bool is_same = space_of(first) == Space::local && (first | bytes) % 4 == 0;
    for_each_lane(warp.mask, [&](int lane) { is_same &= address[lane] == first; });
    return is_same && is_inside(run, warp, first, bytes) ? &warp.local[local_place(window_offset(first), 0)] : nullptr;
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
    Hosts to_hosts, from_hosts;
    if (!to_rows && !find_hosts(run, warp, to, bytes, MemoryUse::written, to_hosts)) return false;
    if (!from_rows && !find_hosts(run, warp, from, bytes, MemoryUse::read, from_hosts)) return false;
    for_each_lane(warp.mask, [&](int lane) {
        std::byte* const host = to_hosts[static_cast<std::size_t>(lane)];
        const std::byte* const source = from_hosts[static_cast<std::size_t>(lane)];
        const std::size_t column = 4 * static_cast<std::size_t>(lane);
        if (!to_rows && !from_rows) std::memmove(host, source, bytes);
        for (std::size_t at = 0; to_rows && at < bytes; at += 4) std::memcpy(to_rows + at * kLanes + column, source + at, 4);
        for (std::size_t at = 0; from_rows && at < bytes; at += 4) std::memcpy(host + at, from_rows + at * kLanes + column, 4);
    });
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
    if (is_together) return noted();
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
