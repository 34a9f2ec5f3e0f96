// What the memory system does for one load request of a warp whose lane i reads a[stride * i + offset]: computed from the addresses
// by the rule that the emulator counts by. No window library.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/memory_sectors.h"
#include "lesson/request_view.h"

namespace warpwise::ui {

struct RequestFacts {
    RequestShape shape;
    std::uint32_t mask = 0;                     // the lanes that take part
    std::array<std::uint64_t, 32> addresses{};  // of the lanes
    std::vector<TouchedSector> touched;         // by address
    std::uint32_t sectors = 0, useful_bytes = 0;

    std::uint32_t moved_bytes() const { return sectors * kSectorBytes; }
    std::uint32_t fewest_sectors() const { return (useful_bytes + kSectorBytes - 1) / kSectorBytes; }
    // Untouched sectors between the one with this index and the one before it.
    std::uint64_t gap_before(std::size_t index) const;
    std::int64_t byte_of(std::uint64_t address) const;     // from the array's start, which a sector begins at
    std::int64_t element_of(std::uint64_t address) const;  // that the byte is in
};
RequestFacts request_facts(const RequestShape&);

// "2 * i + 1"
std::string index_text(const RequestShape&);
// "32 lanes read 128 bytes from 8 sectors: 256 bytes are moved, and half of them are used."
std::string request_sentence(const RequestFacts&);
// How many sectors would do.
std::string best_case_sentence(const RequestFacts&);
// Of a byte: "a[2], bytes 8 to 11: lane 1".
std::string byte_text(const RequestFacts&, const TouchedSector&, std::uint32_t byte);
std::string lane_text(const RequestFacts&, int lane);

}  // namespace warpwise::ui
