// The view "flow": which elements the lanes of a warp read for each write of an array. Pairs the accesses of the warp, and says
// where the elements stand. Pure.
//
// A write belongs to what its lane read on the same line; where it read nothing there, to all that it has read since its last
// write. A lane that reads and never writes has no arrow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

struct FlowArray {
    std::string name;
    MemorySpace space = MemorySpace::global;
    std::int64_t elements = 0;  // of the whole array; 0: not known
    bool operator==(const FlowArray&) const = default;
};

struct FlowArrow {
    int lane = 0;
    int line = 0;  // of the read
    std::int64_t from = 0, to = 0;
    std::string value;  // that was read; empty: not known
};
struct FlowTarget {
    std::int64_t element = 0;
    std::uint32_t lanes = 0;  // that write it in this request
    std::string value;        // that it holds afterwards; empty: not known
};
// One request that writes.
struct FlowRow {
    std::uint64_t position = 0;
    int line = 0;
    bool is_atomic = false;
    std::vector<FlowArrow> arrows;
    std::vector<FlowTarget> targets;  // ascending by element
    std::size_t left_out = 0;         // arrows beyond kMostFlowArrows
    const FlowTarget* target(std::int64_t element) const;
    std::size_t collisions() const;  // targets that several lanes write
};
inline constexpr std::size_t kMostFlowArrows = 192;  // of a row
inline constexpr std::size_t kMostFlowRows = 120;

// The elements that have a column, ascending.
struct FlowColumns {
    std::vector<std::int64_t> elements;
    std::int64_t half = 0;     // two halves of an array that take turns: element e + half is in the column of e; 0: it has none
    std::size_t left_out = 0;  // elements that are accessed and have no column
    int column_of(std::int64_t element) const;  // -1: it has none
    bool has_gap_before(std::size_t column) const;
};
// What the row writes in a column, or reads there; null: nothing.
const FlowTarget* target_in(const FlowRow&, const FlowColumns&, std::size_t column);
const FlowArrow* arrow_from(const FlowRow&, const FlowColumns&, std::size_t column);
inline constexpr std::size_t kMostFlowColumns = 64;

struct Flow {
    FlowArray from, to;
    std::vector<FlowRow> rows;
    std::size_t rows_left_out = 0;
    FlowColumns from_columns, to_columns;  // the same where it is one array
    bool is_one_array() const { return from == to; }
};
// Of one warp's accesses, ascending by position.
Flow flow_of(std::span<const DebugAccess>, const FlowArray& from, const FlowArray& to);
// The arrays that are written, in the order of their first write.
std::vector<FlowArray> written_arrays(std::span<const DebugAccess>);

// "16 lanes write 16 elements from 32 reads.", and what happens where lanes meet.
std::string flow_sentence(const Flow&, const FlowRow&);
// What wrote an element in a row, one line per arrow; empty: nothing did.
std::string flow_text(const Flow&, const FlowRow&, std::int64_t element);
// Which lanes read it for the row's writes; empty: none did.
std::string flow_read_text(const Flow&, const FlowRow&, std::int64_t element);

}  // namespace warpwise::ui
