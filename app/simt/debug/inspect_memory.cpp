// Where the bytes of variables lie, lane by lane: in registers, in local memory, or at an address.
#include <cstring>
#include <optional>

#include "simt/code/bytecode_facts.h"
#include "simt/debug/inspect.h"
#include "simt/debug/inspect_internal.h"
#include "simt/execute/execute_objects.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {

static_assert(is_of_thread(kLocalBase) && !is_of_thread(kSharedBase) && !is_of_thread(kConstantBase) && !is_of_thread(kGlobalBase));

namespace {

bool was_written(const Warp& warp, std::size_t place, bool wide, int lane) {
    if (warp.written.empty()) return true;
    std::uint32_t lanes = 0;
    for (std::size_t i = place / kUnitBytes; i < place / kUnitBytes + (wide ? 2 : 1) && i < warp.written.size(); ++i)
        lanes |= warp.written[i];
    return lanes >> lane & 1;
}

std::optional<std::uint64_t> local_bytes(const Warp& warp, std::uint64_t offset, std::uint32_t bytes, int lane) {
    std::uint64_t value = 0;
    for (std::uint32_t i = 0; i < bytes; ++i) {
        const std::size_t place = local_place(offset + i, lane);
        if (place >= warp.local.size() || (place < warp.local_init.size() && !warp.local_init[place])) return std::nullopt;
        value |= std::to_integer<std::uint64_t>(warp.local[place]) << (8 * i);
    }
    return value;
}

std::optional<std::uint64_t> object_bytes(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint32_t bytes,
                                          int lane) {
    const std::optional<Object> object = find_object(run, warp, address, bytes);
    const bool on_stack = address >= kLocalBase && address - kLocalBase + bytes <= warp.local_top;  // structures passed by value
    if ((object && object->space == Space::local) || on_stack) return local_bytes(warp, window_offset(address), bytes, lane);
    if (!object || !object->host) return std::nullopt;
    if (object->space == Space::shared && !run.shared_init.empty() && !is_written(run, warp, lane, address, bytes))
        return std::nullopt;
    std::uint64_t value = 0;
    std::memcpy(&value, object->host + (address - object->base), bytes);
    return value;
}

}  // namespace

std::optional<std::uint64_t> bits_at(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint32_t bytes, int lane) {
    // A warp that has ended has no calls, whose local arrays could be meant.
    const bool has_calls = warp.status != WarpStatus::done && warp.function != nullptr;
    if (bytes == 0 || bytes > 8 || (space_of(address) == Space::local && !has_calls)) return std::nullopt;
    return object_bytes(run, warp, address, bytes, lane);
}

ByteReader reader_of_registers(const Warp& warp, const Standing& call, std::vector<Variable::Piece> pieces, bool wide) {
    return [&warp, call, pieces = std::move(pieces), wide](std::uint32_t offset, std::uint32_t bytes) {
        LaneBytes out;
        std::array<std::uint32_t, kLanes> found{};  // bytes, by lane
        for (const Variable::Piece& piece : pieces) {
            const std::uint32_t first = std::max(offset, piece.offset), end = std::min(offset + bytes, piece.offset + piece.bytes);
            if (first >= end) continue;
            const bool is_wide = wide || piece.bytes == 8;
            const std::byte* place = call.frame + piece.slot;
            for_each_lane(call.lanes, [&](int lane) {
                if (!was_written(warp, static_cast<std::size_t>(place - warp.registers.get()), is_wide, lane)) return;
                const auto index = static_cast<std::size_t>(lane);
                std::byte value[8] = {};
                std::memcpy(value, place + index * (is_wide ? 8 : 4), is_wide ? 8 : 4);
                auto* to = reinterpret_cast<std::byte*>(&out.bits[index]);
                std::memcpy(to + (first - offset), value + (first - piece.offset), end - first);
                found[index] += end - first;
            });
        }
        for_each_lane(call.lanes, [&](int lane) {
            if (found[static_cast<std::size_t>(lane)] == bytes) {
                out.set |= 1u << lane;
            } else {
                out.bits[static_cast<std::size_t>(lane)] = 0;
            }
        });
        return out;
    };
}

ByteReader reader_of_local(const Warp& warp, const Standing& call, std::uint32_t offset_in_call) {
    const std::uint64_t base = std::uint64_t{call.local_base} + offset_in_call;
    return [&warp, lanes = call.lanes, base](std::uint32_t offset, std::uint32_t bytes) {
        LaneBytes out;
        for_each_lane(lanes, [&](int lane) {
            const auto value = local_bytes(warp, base + offset, bytes, lane);
            if (!value) return;
            out.bits[static_cast<std::size_t>(lane)] = *value;
            out.set |= 1u << lane;
        });
        return out;
    };
}

ByteReader reader_at(const BlockRun& run, const Warp& warp, const LaneBytes& addresses) {
    return [&run, &warp, addresses](std::uint32_t offset, std::uint32_t bytes) {
        LaneBytes out;
        for_each_lane(addresses.set, [&](int lane) {
            const auto value = object_bytes(run, warp, addresses.bits[static_cast<std::size_t>(lane)] + offset, bytes, lane);
            if (!value) return;
            out.bits[static_cast<std::size_t>(lane)] = *value;
            out.set |= 1u << lane;
        });
        return out;
    };
}

ByteReader reader_of_block(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint32_t lanes) {
    return [&run, &warp, address, lanes](std::uint32_t offset, std::uint32_t bytes) {
        LaneBytes out;
        if (const auto value = object_bytes(run, warp, address + offset, bytes, 0)) {
            out.bits.fill(*value);
            out.set = lanes;
        }
        return out;
    };
}

}  // namespace warpwise::simt
