// Expressions over the state of a warp: "i == 5 && lane == 3", "s[threadIdx.x] == 255", "p->next->value * 2", "(float)x@31".
// Conditions of breakpoints, watches and pinned expressions are all parsed here.
//
// The syntax is that of C without assignments: + - * / % << >> & | ^ ~ ! && || == != < <= > >= ?: unary * and & [] . -> casts, the
// functions of debug_arithmetic.cpp, numbers, true, false, nullptr and 'c'. A name is a variable of the chosen frame, else a member
// of its object, else one of lane, warp, threadIdx.x, blockIdx.x, blockDim.x and gridDim.x (also .y and .z). EXPRESSION@LANE is the
// value in another lane. Integers are computed in 64 bits and compared by value, whatever their types: -1 < 1u holds.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_expression_node.h"
#include "debug/debug_number.h"
#include "debug/debug_scope.h"
#include "debug/debug_state.h"

namespace warpwise {

class DebugExpression {
  public:
    // The error is a sentence without a full stop, which quotes what is wrong.
    static std::expected<DebugExpression, std::string> parse(std::string_view text);

    // Nothing if a variable is not in scope or not set, an index is outside its array, or a number is divided by zero.
    std::optional<DebugNumber> evaluate(const DebugScope&, int lane) const;
    // Why there is no value: "there is no variable 'j' here"; empty if there is one.
    std::string problem(const DebugScope&, int lane) const;
    // Of a breakpoint: whether it is neither 0 nor false in any active lane.
    bool holds(const DebugScope& scope) const { return check(scope).holds; }
    // ... and why it has no value in any of them; empty if it has one.
    struct Check {
        bool holds = false;
        std::string problem;
    };
    Check check(const DebugScope&) const;
    // The variable, or the part of one, that the expression names ("p.x", "tile[3]"); null for all other expressions, and where
    // there is none.
    const DebugValue* variable(const DebugScope&) const;
    // Its value in all lanes as a variable has it, named as it is written: a scalar, or an array or a structure that lies in memory
    // and has no children yet (debug_parts.h). The error is a sentence: why no lane has a value.
    std::expected<DebugValue, std::string> value(const DebugScope&) const;
    // Of the variables that it reads; "lane" and "threadIdx" among them if they are in it.
    std::vector<std::string> names() const;

  private:
    std::string text_;
    std::vector<DebugExpressionNode> nodes_;  // operands before what uses them; the last one is the whole
};

}  // namespace warpwise
