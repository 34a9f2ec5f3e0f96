// The parts of an expression, between its text and its value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "debug/debug_arithmetic.h"
#include "debug/debug_number.h"
#include "debug/debug_type.h"

namespace warpwise {

// A number, a name, or an operator with the places of its operands.
struct DebugExpressionNode {
    enum class Kind : std::uint8_t {
        number,
        name,
        member,  // a.name
        arrow,   // a->name
        index,   // a[b]
        dereference,
        address,
        cast,
        call,  // function(a) or function(a, b)
        other_lane,
        unary,
        binary,
        choice,
    };
    Kind kind = Kind::number;
    DebugNumber number;
    std::string name;                      // of a name or a member; of a cast the type without its '*'
    std::string_view symbol;               // of an operator; one of a fixed list
    std::size_t a = 0, b = 0, c = 0;       // operands
    std::optional<DebugTypeRef> scalar{};  // of a cast: the type where it is not one of the program's
    std::uint32_t pointers = 0;            // of a cast: '*'
    const DebugFunction* function = nullptr;
};

}  // namespace warpwise
