// One number of one lane: what a scalar variable holds, what an expression comes to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "debug/debug_state.h"

namespace warpwise {

// The value of an expression in one lane.
struct DebugNumber {
    enum class Kind : std::uint8_t { integer, unsigned_integer, floating, boolean };  // unsigned_integer: 2^63 and more
    Kind kind = Kind::integer;
    std::int64_t integer = 0;  // of an unsigned integer its bits
    double floating = 0;
    bool is_float = false;  // a `floating` that is a float or a __half: its text has no more digits than those need

    static DebugNumber of_integer(std::int64_t value) { return {.integer = value}; }
    static DebugNumber of_unsigned(std::uint64_t value) {
        const auto bits = static_cast<std::int64_t>(value);
        return {.kind = bits < 0 ? Kind::unsigned_integer : Kind::integer, .integer = bits};
    }
    static DebugNumber of_boolean(bool value) { return {.kind = Kind::boolean, .integer = value ? 1 : 0}; }
    static DebugNumber of_floating(double value, bool is_float = false) {
        return {.kind = Kind::floating, .floating = value, .is_float = is_float};
    }

    bool is_floating() const { return kind == Kind::floating; }
    bool is_large() const { return kind == Kind::unsigned_integer; }
    bool truth() const;
    double real() const;
    std::string text() const;  // "-3", "0.25", "true"
    bool operator==(const DebugNumber&) const = default;
};

// The scalar in a lane, which may be one that waits; nothing where the lane has no value, and for arrays and structures. A pointer
// is its address.
std::optional<DebugNumber> number_of(const DebugValue&, int lane);
// Of a scalar's bytes; nothing for arrays and structures.
std::optional<DebugNumber> number_of_bits(ValueKind, std::uint32_t bytes, std::uint64_t bits);

}  // namespace warpwise
