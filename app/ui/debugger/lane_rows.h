// The rows of the table of lanes: pinned expressions, the thread's index, every variable in scope, and the addresses of the access.
// Pure.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_state.h"
#include "ui/debugger/debugger_state.h"

namespace warpwise::ui {

struct LaneRow {
    enum class Kind {
        heading,  // over what follows: `name` alone
        thread,   // threadIdx.x, .y or .z
        value,    // of `value`, or `results` of a pin
        more,     // children that were not sent: `name` says how many
        address,  // of the shown access, from the start of its array
        sector,   // ... of 32 bytes, counted from there
        bank,
    };
    Kind kind = Kind::value;
    std::string name;
    std::string path;  // "s.x", "tile[3]": what pins it
    std::string key;   // the same below a number for its frame, "0:s.x": what is expanded
    int depth = 0;
    bool can_expand = false, is_expanded = false, is_pin = false;
    std::uint32_t axis = 0;             // of threadIdx
    const DebugValue* value = nullptr;  // in the state
    const DebugAccess* access = nullptr;
    std::uint64_t start = 0;  // of the array that is accessed
    // Of a pinned expression that is not a variable, by lane; empty where there is no value.
    std::shared_ptr<const std::array<std::string, kDebugLanes>> results;
    std::string problem;  // why a pin has no value anywhere
};

struct LaneRowChoices {
    std::vector<std::string> pinned;
    std::set<std::string> expanded;  // keys of rows
    VariableOrder order = VariableOrder::declared;
    LaunchShape shape;
    std::span<const DebugArray> arrays;  // of the session
};
// The rows point into the state and the access.
std::vector<LaneRow> lane_rows(const DebugState&, const LaneRowChoices&, const DebugAccess* shown);

// What a cell shows; "" where there is nothing: the lane has no value, or no part in the access.
std::string cell_text(const LaneRow&, const DebugState&, const LaunchShape&, int lane);
// The same in at most so many characters: numbers are rounded, other texts cut.
std::string short_cell_text(const LaneRow&, const DebugState&, const LaunchShape&, int lane, int characters);
// What a row says once instead of in every cell: the value that is the same in every lane of the block and longer than
// `characters`, or the type of an array or structure whose values are; nullopt where the cells say more.
std::optional<std::string> whole_row_text(const LaneRow&, const DebugState&, const LaunchShape&, int characters);
// The characters that a row's cells ask for, 0 where it says one thing for all of them.
int cell_characters(const LaneRow&, const DebugState&, const LaunchShape&);
// Lanes whose value has changed since the stop before.
std::uint32_t changed_lanes(const LaneRow&);

}  // namespace warpwise::ui
