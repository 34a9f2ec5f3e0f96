// The view "bins": the atomic updates that a block makes to an array, by element, and where lanes of one request meet. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

struct BinCount {
    std::uint32_t updates = 0;  // by lanes
    std::uint32_t waits = 0;    // of them, those that come after another lane of the same request
    std::uint32_t most = 0;     // lanes of one request that meet here
};
// A request of one warp whose lanes update elements.
struct BinRequest {
    std::uint64_t position = 0;
    std::uint32_t warp = 0;
    int line = 0;
    std::uint32_t mask = 0;
    std::array<std::int64_t, kDebugLanes> elements{};
    std::uint32_t turns = 0;  // lanes on the element that most of them update: they go one after another
};
struct Bins {
    std::string array;
    std::vector<BinRequest> requests;   // ascending by position
    std::int64_t first = 0, last = -1;  // elements that are drawn
    std::size_t left_out = 0;           // elements beyond them that are updated
};
inline constexpr std::int64_t kMostBins = 1024;

// Of all warps of the block, each ascending by position. `elements`: of the whole array; 0: not known.
Bins bins_of(std::span<const std::vector<DebugAccess>> by_warp, const std::string& array, MemorySpace, std::int64_t elements);
// After so many requests, by element from `first` on.
std::vector<BinCount> counts_after(const Bins&, std::size_t requests);
std::size_t requests_before(const Bins&, std::uint64_t position);

// "64 requests with 2,048 updates of 200 bins. Lanes that meet take turns: a request takes 3.2 on average, and at most 7."
std::string bins_sentence(const Bins&, std::size_t requests);
std::string bin_text(const Bins&, std::span<const BinCount>, std::int64_t element);

}  // namespace warpwise::ui
