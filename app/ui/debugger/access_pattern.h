// The pattern of the addresses of one access: the stride between consecutive lanes, how many lanes share an address, and the fewest
// sectors that could hold the data. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/memory_sectors.h"
#include "debug/debug_state.h"
#include "device/interface/debug_session.h"

namespace warpwise::ui {

std::vector<int> lanes_of(std::uint32_t mask);
// "lane 5", "lanes 0 to 7", "lanes 0, 4, 8 and 5 more".
std::string lanes_text(std::uint32_t mask);

struct AccessPattern {
    int lanes = 0;                       // that take part
    std::uint64_t first = 0, end = 0;    // the lowest address; one past the highest byte
    std::uint32_t distinct = 0;          // addresses
    std::uint32_t most_on_one = 0;       // lanes on the address that most lanes share
    std::uint32_t useful_bytes = 0;      // that any lane asked for, each counted once
    std::uint32_t fewest_sectors = 0;    // that hold as many bytes
    std::optional<std::int64_t> stride;  // bytes from one lane to the next, where it is the same within each row of lanes
    int row_lanes = 32;                  // in which it is the same: 32, or 16 or 8 where the block's rows are shorter
    bool lanes_are_consecutive = false;  // no lane between two that take part is left out
    bool is_contiguous() const { return useful_bytes == end - first; }
};
// Of an access in which some lane takes part.
AccessPattern pattern_of(const DebugAccess&);

std::string_view verb_of(const DebugAccess&);        // "read", "write", "update"
std::string_view participle_of(const DebugAccess&);  // "read", "written", "updated"
// "a[5]", "word 0x7f.. of shared memory"
std::string element_text(const DebugAccess&, int lane);

// Where the array begins, as the session tells it, else as the lanes' elements do; nothing: no single array is known.
std::optional<std::uint64_t> array_start(const DebugAccess&, std::span<const DebugArray>);
// The array that lanes of an access miss.
struct MissedArray {
    std::uint64_t start = 0, end = 0, elements = 0;
    bool is_before_start = false, is_past_end = false;  // which of its edges they miss it by
    bool holds(std::uint64_t address) const { return address >= start && address < end; }
};
// Nothing where no lane faults, where its array is not known, or where the fault is another one than a miss.
std::optional<MissedArray> missed_array(const DebugAccess&, std::span<const DebugArray>);
// "a + 0x200", "a - 0x20"; the address itself without a start.
std::string address_text(const DebugAccess&, std::optional<std::uint64_t> start, std::uint64_t address);

}  // namespace warpwise::ui
