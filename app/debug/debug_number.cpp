#include "debug/debug_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warpwise {

bool DebugNumber::truth() const { return kind == Kind::floating ? floating != 0 : integer != 0; }

double DebugNumber::real() const {
    if (kind == Kind::floating) return floating;
    return kind == Kind::unsigned_integer ? static_cast<double>(static_cast<std::uint64_t>(integer)) : static_cast<double>(integer);
}

std::string DebugNumber::text() const {
    switch (kind) {
        case Kind::integer: return fmt::format("{}", integer);
        case Kind::unsigned_integer: return fmt::format("{}", static_cast<std::uint64_t>(integer));
        case Kind::boolean: return integer != 0 ? "true" : "false";
        case Kind::floating: break;
    }
    return is_float ? fmt::format("{}", static_cast<float>(floating)) : fmt::format("{}", floating);
}

std::optional<DebugNumber> number_of(const DebugValue& value, int lane) {
    if (lane < 0 || lane >= kDebugLanes || ((value.known | value.held) >> lane & 1) == 0) return std::nullopt;
    return number_of_bits(value.kind, value.bytes, value.bits[static_cast<std::size_t>(lane)]);
}

std::optional<DebugNumber> number_of_bits(ValueKind kind, std::uint32_t bytes, std::uint64_t bits) {
    switch (kind) {
        case ValueKind::signed_integer:
        case ValueKind::character: {
            const int unused = 64 - 8 * static_cast<int>(std::clamp<std::uint32_t>(bytes, 1, 8));
            return DebugNumber::of_integer(static_cast<std::int64_t>(bits << unused) >> unused);
        }
        case ValueKind::unsigned_integer:
        case ValueKind::pointer: return DebugNumber::of_unsigned(bits);
        case ValueKind::boolean: return DebugNumber::of_boolean((bits & 0xff) != 0);
        case ValueKind::floating:
            if (bytes == 2)
                return DebugNumber::of_floating(static_cast<double>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits))),
                                                true);
            if (bytes == 4) return DebugNumber::of_floating(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), true);
            return DebugNumber::of_floating(std::bit_cast<double>(bits));
        case ValueKind::array:
        case ValueKind::structure:
        case ValueKind::other: break;
    }
    return std::nullopt;
}

}  // namespace warpwise
