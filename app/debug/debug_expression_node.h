// The parts of an expression, between its text and its value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "debug/debug_number.h"

namespace warpwise {

// A number, a name, or an operator with the places of its operands.
struct DebugExpressionNode {
    enum class Kind : std::uint8_t { number, name, member, index, dereference, other_lane, unary, binary, choice };
    Kind kind = Kind::number;
    DebugNumber number;
    std::string name;                 // of a name or a member
    std::string_view symbol;          // of an operator; one of a fixed list
    std::size_t a = 0, b = 0, c = 0;  // operands
};

}  // namespace warpwise
