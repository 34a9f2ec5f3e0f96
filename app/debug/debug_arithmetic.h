// The operators, casts and functions of expressions, on numbers of one lane.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_number.h"
#include "debug/debug_type.h"

namespace warpwise {

// `- + ! ~`; nothing if the operator is not defined for the operand.
std::optional<DebugNumber> unary_of(std::string_view symbol, const DebugNumber&);
// Comparisons and arithmetic; && and || belong to their caller, who may leave out the second operand.
std::optional<DebugNumber> binary_of(std::string_view symbol, const DebugNumber&, const DebugNumber&);
// As on a GPU: a real is truncated and held within the integer's range.
std::optional<DebugNumber> cast_to(const DebugTypeRef&, const DebugNumber&);
// Why those have no value.
std::string problem_of_unary(std::string_view symbol, const DebugNumber&);
std::string problem_of_binary(std::string_view symbol, const DebugNumber&, const DebugNumber&);

// Functions without effects: abs, min, max, sqrtf, __popc ...
struct DebugFunction {
    std::string_view name;
    std::size_t operands = 1;
    DebugNumber (*call)(std::span<const DebugNumber>) = nullptr;
};
const DebugFunction* find_debug_function(std::string_view name);
std::vector<std::string_view> debug_function_names();

// The bits of a scalar of this kind and size: number_of_bits, the other way.
std::uint64_t bits_of_number(const DebugNumber&, ValueKind, std::uint32_t bytes);

}  // namespace warpwise
