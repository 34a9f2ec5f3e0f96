// The view "tile": a shared array of a block that fills. Which lane of which warp wrote each element and where it was loaded from,
// after any number of the block's requests to it; and where the elements stand in two grids, the tile and the part of the array
// that it covers. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

// What is asked: names as the program has them.
struct TileQuestion {
    std::string shared, from;
    std::string own;                       // an array that the block writes; empty: nothing is halo
    std::int64_t cols = 0, from_cols = 0;  // elements per row; 0: one row
    bool operator==(const TileQuestion&) const = default;
};

// A request of one warp to the shared array.
struct TileEvent {
    std::uint64_t position = 0;  // it has happened where the block is beyond it
    std::uint32_t warp = 0;
    int line = 0;
    bool is_store = false;
    std::uint32_t mask = 0;
    std::array<std::int64_t, kDebugLanes> elements{};
    std::array<std::int64_t, kDebugLanes> sources{};  // of a store: the element that the lane loaded for it; -1: none
};

// Where elements stand: element `first` at the top left, and one row is `stride` elements further than the one above it.
struct TileGrid {
    std::int64_t first = 0, last = -1, stride = 1;
    int rows = 0, cols = 0;
    bool in_rows = false;                                                 // it has rows of its own; else one row that is wrapped
    std::int64_t element(int row, int col) const;                         // -1: none
    std::optional<std::array<int, 2>> place(std::int64_t element) const;  // row and column
};
inline constexpr int kMostTileEdge = 72;  // of a grid; what is beyond is left out
inline constexpr std::int64_t kWrappedColumns = 32;

struct TileFacts {
    TileQuestion of;
    std::vector<TileEvent> events;  // ascending by position
    std::vector<std::int64_t> own;  // elements of `own` that the block writes, ascending
    TileGrid tile, array;
    bool leaves_out = false;  // a grid has no room for all of its elements
    // Loaded from outside of what is the block's own, or not loaded at all: beyond the edge of the array.
    bool is_halo(std::int64_t source) const;
    bool has_halo() const;  // some element is
};
// Of all warps of the block, each ascending by position.
TileFacts tile_facts(std::span<const std::vector<DebugAccess>> by_warp, const TileQuestion&);

struct TileCell {
    bool is_written = false, is_halo = false;
    bool is_never_written = false;  // by no request of the block
    std::uint32_t warp = 0;
    int lane = 0, line = 0;
    std::int64_t source = -1;  // where it was loaded from; -1: it was not
    std::uint32_t reads = 0;   // since it was written
};
struct TileNow {
    std::size_t events = 0;                // that have happened
    std::vector<TileCell> cells;           // by element of the shared array
    std::vector<std::int64_t> element_of;  // by place in the array's grid, row by row: which element of the tile holds it; -1: none
    std::size_t written = 0, halo = 0, never = 0;  // elements; never: those that no request of the block writes
    const TileCell* cell(std::int64_t element) const;
};
TileNow tile_after(const TileFacts&, std::size_t events);
// How many have happened when the block is at the position.
std::size_t events_before(const TileFacts&, std::uint64_t position);
// The moment that shows most: after the writes that come before the first read.
std::size_t first_filled(const TileFacts&);
// The event of a warp that its next access to the shared array is.
std::optional<TileEvent> event_of(const TileFacts&, const DebugAccess&, std::uint32_t warp);
// Elements that the event reads and that nothing has written yet.
std::size_t unwritten(const TileNow&, const TileEvent&);

// "226 of 258 elements of tile are written, 1 of them halo. Next, warp 7 writes 32 elements on line 8."
std::string tile_sentence(const TileFacts&, const TileNow&, const TileEvent* next);
// What is known of an element of the tile: "tile[0]: written by warp 0, lane 0 on line 11, loaded from a[255]: halo".
std::string tile_text(const TileFacts&, const TileNow&, std::int64_t element);
// "tile[3][5]", or "tile[5]" of one row.
std::string element_name(const std::string& array, std::int64_t element, std::int64_t cols);

}  // namespace warpwise::ui
