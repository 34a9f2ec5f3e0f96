// The rows of the table of lanes: pinned expressions, the thread's index, every variable in scope, and the operands of the line.
// Pure.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_state.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/lane_runs.h"
#include "ui/debugger/operands.h"

namespace warpwise::ui {

struct LaneRow {
    enum class Kind {
        heading,  // over what follows: `name` alone
        thread,   // threadIdx.x, .y or .z
        value,    // of `value`, or `results` of a pin
        more,     // children that were not sent: `name` says how many
        operand,  // of the line: `value`, or `problem` where none is told
        strip,    // below it: the sectors or banks of the lanes as colours
        address,  // of the operand, from the start of its array
        sector,   // ... of 32 bytes, counted from there
        bank,
    };
    enum class Part { read, before, after };
    Kind kind = Kind::value;
    std::string name;
    std::string path;  // "s.x", "tile[3]": what pins it
    std::string key;   // the same below a number for its frame, "0:s.x": what is expanded
    std::string role;  // of an operand: "read", "before", "after"
    int depth = 0;
    bool can_expand = false, is_expanded = false, is_pin = false;
    std::uint32_t axis = 0;             // of threadIdx
    const DebugValue* value = nullptr;  // in the state
    const DebugAccess* access = nullptr;
    std::size_t operand = 0;  // its number
    Part part = Part::read;
    std::uint64_t start = 0;    // of the array that is accessed
    std::uint32_t changed = 0;  // lanes whose value has changed: since the stop before, or of an operand by the line
    // Of a pinned expression that is not a variable, by lane; empty where there is no value.
    std::shared_ptr<const std::array<std::string, kDebugLanes>> results;
    std::string problem;  // why there is no value anywhere

    bool is_of_operand() const { return access != nullptr; }
};

struct LaneRowChoices {
    std::vector<std::string> pinned;
    std::set<std::string> expanded;  // keys of rows
    VariableOrder order = VariableOrder::declared;
    LaunchShape shape;
    // What the session found of an expression; null: not known yet. Without it they are evaluated here, where no memory is read.
    std::function<const DebugEvaluation*(std::string_view)> evaluated = {};
};
// The rows point into the state.
std::vector<LaneRow> lane_rows(const DebugState&, const LaneRowChoices&);
// They point into the state, too. With addresses in place of strips where they are asked for.
std::vector<LaneRow> operand_rows(std::span<const Operand>, std::span<const DebugArray> arrays, bool addresses);

// What a cell shows; "" where there is nothing: the lane has no value, or no part in the access.
std::string cell_text(const LaneRow&, const DebugState&, const LaunchShape&, int lane);
LaneTexts cell_texts(const LaneRow&, const DebugState&, const LaunchShape&);
// The same in at most so many characters: numbers are rounded, other texts cut.
std::string short_cell_text(const LaneRow&, const DebugState&, const LaunchShape&, int lane, int characters);
// "parts\u2026away]" of "parts[threadIdx.x + away]": names that begin alike still differ where they end.
std::string cut_in_the_middle(std::string_view text, int characters);
// What a row says once in place of its values: why it has none, or the type of an array or structure whose values are longer than
// `characters`; nullopt where the cells say more.
std::optional<std::string> whole_row_text(const LaneRow&, const DebugState&, const LaunchShape&, int characters);

inline constexpr std::size_t kSectorColours = 4;  // of a strip, in turn
// What the strip below an operand shows, and of this lane.
std::string strip_text(const DebugAccess&, int lane);

}  // namespace warpwise::ui
