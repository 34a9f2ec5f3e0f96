#include "debug/debug_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace warpwise {
namespace {

constexpr std::size_t kMostText = 160;  // of an array or a structure; what is left out is told by "..."

std::uint64_t low_bytes(std::uint64_t bits, std::uint32_t bytes) {
    return bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

std::int64_t sign_extended(std::uint64_t bits, std::uint32_t bytes) {
    if (bytes == 0 || bytes >= 8) return static_cast<std::int64_t>(bits);
    const std::uint32_t shift = 64 - 8 * bytes;
    return static_cast<std::int64_t>(bits << shift) >> shift;
}

// The fewest digits that are read back as the same half.
std::string half_text(std::uint16_t bits) {
    const auto value = static_cast<float>(std::bit_cast<_Float16>(bits));
    if (value == std::trunc(value)) return fmt::format("{:.0f}", value);  // "65504" rather than "6.55e+04"
    for (int digits = 1; digits < 5; ++digits) {
        std::string text = fmt::format("{:.{}g}", value, digits);
        if (std::bit_cast<std::uint16_t>(static_cast<_Float16>(std::strtof(text.c_str(), nullptr))) == bits) return text;
    }
    return fmt::format("{:.5g}", value);
}

std::string floating_text(std::uint64_t bits, std::uint32_t bytes) {
    if (bytes == 2) return half_text(static_cast<std::uint16_t>(bits));
    if (bytes == 4) return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    return fmt::format("{}", std::bit_cast<double>(bits));
}

std::string character_text(std::uint64_t bits, std::uint32_t bytes) {
    switch (bits) {
        case 0: return "'\\0'";
        case '\n': return "'\\n'";
        case '\r': return "'\\r'";
        case '\t': return "'\\t'";
        case '\'': return "'\\''";
        case '\\': return "'\\\\'";
        default: break;
    }
    if (bits >= 32 && bits < 127) return fmt::format("'{}'", static_cast<char>(bits));
    return bytes <= 1 ? fmt::format("'\\x{:02x}'", bits) : fmt::format("'\\u{:04x}'", bits);
}

std::string parts_text(const DebugValue& value, int lane) {
    std::string text = "{";
    for (const DebugValue& child : value.children) {
        if (text.size() > 1) text += ", ";
        if (text.size() > kMostText) return text + "...}";
        const std::string part = text_of(child, lane);
        text += part.empty() ? "?" : part;
    }
    if (value.children.size() < value.count) text += text.size() > 1 ? ", ..." : "...";
    return text + "}";
}

std::uint32_t changed_lanes(const DebugValue& before, const DebugValue& after) {
    std::uint32_t changed = 0;
    for (std::size_t lane = 0; after.children.empty() && lane < kDebugLanes; ++lane) {
        const bool has_value = after.known >> lane & 1, had_value = before.known >> lane & 1;
        if (has_value && (!had_value || before.bits[lane] != after.bits[lane])) changed |= 1u << lane;
    }
    for (std::size_t i = 0; i < std::min(before.children.size(), after.children.size()); ++i)
        changed |= changed_lanes(before.children[i], after.children[i]);
    return changed;
}

}  // namespace

std::string_view name_of(LaneStatus status) {
    switch (status) {
        case LaneStatus::active: return "active";
        case LaneStatus::waiting: return "waiting";
        case LaneStatus::at_barrier: return "at_barrier";
        case LaneStatus::exited: return "exited";
        case LaneStatus::absent: return "absent";
    }
    return "";
}

std::string_view name_of(MemorySpace space) {
    switch (space) {
        case MemorySpace::global: return "global";
        case MemorySpace::shared: return "shared";
        case MemorySpace::local: return "local";
        case MemorySpace::constant: return "constant";
    }
    return "";
}

std::string_view name_of(StopReason reason) {
    switch (reason) {
        case StopReason::entry: return "entry";
        case StopReason::step: return "step";
        case StopReason::breakpoint: return "breakpoint";
        case StopReason::barrier: return "barrier";
        case StopReason::access: return "access";
        case StopReason::race: return "race";
        case StopReason::data: return "data";
        case StopReason::start: return "start";
        case StopReason::end: return "end";
        case StopReason::fault: return "fault";
        case StopReason::budget: return "budget";
        case StopReason::cancelled: return "cancelled";
    }
    return "";
}

std::uint32_t DebugAccess::changes() const { return before && after ? changed_lanes(*before, *after) : 0; }

std::string text_of(const DebugValue& value, int lane) {
    if (!((value.known | value.held) >> lane & 1)) return {};
    const auto index = static_cast<std::size_t>(lane);
    if (index < value.targets.size() && !value.targets[index].empty()) return value.targets[index];
    const std::uint64_t bits = low_bytes(value.bits[index], value.bytes);
    switch (value.kind) {
        case ValueKind::signed_integer: return fmt::format("{}", sign_extended(bits, value.bytes));
        case ValueKind::unsigned_integer: return fmt::format("{}", bits);
        case ValueKind::floating: return floating_text(bits, value.bytes);
        case ValueKind::boolean: return bits ? "true" : "false";
        case ValueKind::character: return character_text(bits, value.bytes);
        case ValueKind::array:
        case ValueKind::structure: return parts_text(value, lane);
        case ValueKind::other:
            if (value.bytes == 0 || value.bytes > 8) return {};
            break;
        case ValueKind::pointer: break;
    }
    return fmt::format("{:#x}", bits);
}

}  // namespace warpwise
