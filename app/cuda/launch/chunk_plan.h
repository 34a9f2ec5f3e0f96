// A launch cut into chunks: which elements and how many blocks each has, and what its events say. Arithmetic only, no driver.
#pragma once

#include <cstdint>
#include <vector>

#include "device/interface/device.h"

namespace warpwise {

struct Chunk {
    std::int64_t begin = 0, length = 0;  // elements of the first dimension
    std::uint32_t grid_x = 1;
};

// `length` elements in at most `chunks` equal pieces, of which the last may be smaller. A piece begins at a multiple of 256, 64
// or 16 elements where that leaves their number as it is, so that vector loads stay aligned. No elements: no chunks.
std::vector<Chunk> plan_chunks(std::int64_t length, int chunks, std::uint32_t grid_x);

// A copy waits for its direction's copy engine, and the event before it is recorded when its stream is free, not when the engine
// is. Copies of one direction take turns, so each begins when the one that ended before it did.
void let_copies_take_turns(std::vector<StreamSpan>&);

// How long at least one of the operations of this name was under way.
double busy_ms(const std::vector<StreamSpan>&, std::string_view operation);

}  // namespace warpwise
