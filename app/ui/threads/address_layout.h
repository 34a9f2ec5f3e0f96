// Where the matrices and memory strips of an address map are drawn, from its upper left corner; for the window and for figures.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/threads/address_scene.h"
#include "ui/threads/thread_grid_layout.h"

namespace warpwise::ui {

inline constexpr std::int64_t kMostDrawnRows = 12, kMostDrawnCols = 12, kMostDrawnInLine = 64;
inline constexpr std::int64_t kFewElements = 12;

struct MatrixLayout {
    std::size_t map = 0;
    double title = 0;  // its upper edge
    double left = 0, top = 0, cell_w = 0, cell_h = 0;
    std::int64_t first_row = 0, first_col = 0, rows = 0, cols = 0;  // that are drawn
    bool is_cut = false;

    Box box() const { return {left, top, cell_w * static_cast<double>(cols), cell_h * static_cast<double>(rows)}; }
    Box cell(ViewElement) const;
    bool shows(ViewElement) const;
    std::optional<ViewElement> element_at(double x, double y) const;
};

struct MemoryLayout {
    std::size_t owner = 0;
    Box bar;                           // the owner's title and those of its views begin where it does
    double title = 0;                  // its upper edge, below the bar and its numbers
    std::int64_t first = 0, last = 0;  // places; some before and after the owner's where a view leaves it

    double per_place() const { return bar.w / static_cast<double>(last - first + 1); }
    double left_of(std::int64_t place) const { return bar.x + per_place() * static_cast<double>(place - first); }
    double target_of(std::int64_t place) const;  // where an arrow to it ends: at the bar's edge for a place that is not drawn
    std::optional<std::int64_t> place_at(double x, double y) const;
    // Every how many places a number of at most this width fits below the bar.
    std::int64_t tick_step(double text_width) const;
};

struct AddressLayout {
    std::vector<MatrixLayout> matrices;  // in the order of the scene's maps
    std::vector<MemoryLayout> strips;    // in that of its owners
    double height = 0;
};

// `unit`: of what is measured in pixels at scale 1. `corners`: the first row and column of each map; may be fewer.
AddressLayout address_layout(const AddressScene&, const std::vector<AddressMapState::Corner>& corners, double width, double unit);

// The views that colour an owner's places: all but the array itself, unless there is nothing else.
std::vector<std::size_t> colouring_maps(const AddressScene&, std::size_t owner);
bool colours_places(const AddressScene&, std::size_t map);  // whether it is one of them
// Of block_colour(): a row has one hue in its matrix, its lines and the memory below.
std::uint64_t hue_of_row(std::size_t map, std::int64_t row);

enum class AddressCell { element, copy, outside, whole };  // whole: of the array itself, when it is drawn beside its views
AddressCell cell_kind(const AddressScene&, std::size_t map, ViewElement);

// The numbers of characters of the longest text: cells have texts if the longest one fits.
std::size_t longest_text(const AddressScene&, const MatrixLayout&);
std::size_t longest_text(const AddressScene&, const MemoryLayout&);

// Which kinds of cells there are anywhere, for a legend.
struct AddressMeaning {
    bool rows = false, copies = false, unreached = false, outside = false;
};
AddressMeaning meanings_of(const AddressScene&);

// The elements of the drawn part that have a faint line besides that of `pointed`: all if they are few, else those of its row. An
// array that is drawn beside its views has none, since each of its elements is where its index says.
std::vector<ViewElement> lined_elements(const AddressScene&, const MatrixLayout&, ViewElement pointed);

}  // namespace warpwise::ui
