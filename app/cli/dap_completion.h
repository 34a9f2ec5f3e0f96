// What an expression may go on with: names, members and functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_expression.h"

namespace warpwise {

struct DapCompletion {
    std::string label;
    std::string kind;       // of the protocol: "variable", "field", "function"
    std::size_t start = 0;  // where the word begins that it replaces
};
// Of the text before the cursor, sorted.
std::vector<DapCompletion> completions_of(std::string_view text, const DebugScope&);

}  // namespace warpwise
