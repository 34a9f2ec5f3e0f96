// The text of an expression as nodes. Internal to DebugExpression.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_expression_node.h"

namespace warpwise {

// Operands before what uses them; the last one is the whole.
std::expected<std::vector<DebugExpressionNode>, std::string> parse_expression(std::string_view text);

}  // namespace warpwise
