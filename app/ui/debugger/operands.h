// The memory operands of the line at which a warp stands: what each lane reads, and what it writes, under the name that the source
// gives them. Pure; what the table of lanes and the line itself show of values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

struct Operand {
    enum class When {
        done,         // the stop is within the line, and this has happened
        ahead,        // it happens when the line runs
        faults,       // it would: some lanes fault
        not_reached,  // a fault comes before it; nothing but its place is known
    };
    std::string name;  // "a[i]", "tile[y][x]"; the array's where the text does not tell
    const DebugAccess* access = nullptr;
    When when = When::ahead;

    bool writes() const { return access->is_store; }
};
// In the order in which they happen. They point into the state. `text`: what was compiled; may be empty.
std::vector<Operand> operands_of(const DebugState&, std::string_view text);

// One name for each access, as the table of lanes names it, "tile[y][x], read". Where two would have the same, they are numbered.
std::vector<std::string> access_names(const std::vector<DebugAccess>&, std::string_view text);

// What stands at a place of the text where memory is accessed: "a[i]" for the column of `a` in "c[i] = a[i] + b[i]", and "c[i]" for
// that of its `=`; empty where no such expression is found. Lines and columns count from 1.
std::string operand_text(std::string_view text, int line, int column);

// What the line does in one lane, in the order of its operands: the value that it writes, or else reads; empty where it has none.
std::string value_text(const Operand&, int lane);

}  // namespace warpwise::ui
