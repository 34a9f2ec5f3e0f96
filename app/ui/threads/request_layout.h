// The sectors of a request side by side: the touched ones, and the untouched ones between them or a mark for many of these. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/threads/request_facts.h"

namespace warpwise::ui {

struct RequestItem {
    enum class Kind : std::uint8_t { touched, untouched, gap } kind = Kind::touched;
    std::uint64_t address = 0;  // of the sector; of a gap's first one
    std::size_t place = 0;      // of a touched one, in RequestFacts::touched
    std::uint64_t skipped = 0;  // of a gap: sectors that it stands for
    float x = 0, width = 0;
};
struct RequestSizes {
    float widest = 200, gap = 16, space = 4;  // in the pixels of `width`: of a sector, of a gap's mark, between items
};
// Whether the untouched ones between are few enough to be drawn; else dots stand for them.
bool draws_every_sector(const RequestFacts&);
// In the middle of `width`.
std::vector<RequestItem> request_items(const RequestFacts&, float width, const RequestSizes&);
// Where a byte of the sector begins.
float byte_offset(const RequestItem&, std::uint32_t byte);
// The middle of the lane's bytes; the lane takes part.
float lane_target(const RequestFacts&, const std::vector<RequestItem>&, int lane);

}  // namespace warpwise::ui
