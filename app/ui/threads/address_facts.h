// Where the elements of a view are among its owner's elements: shape, strides and offset, counted in elements. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpwise::ui {

struct StridedView {
    std::int64_t rows = 1, cols = 1, offset = 0, stride_rows = 0, stride_cols = 1;
    bool one_axis = false;  // its elements have one index: [j]
    std::uint64_t size() const { return static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols); }
    bool operator==(const StridedView&) const = default;
};

struct ViewElement {
    std::int64_t row = 0, col = 0;
    bool operator==(const ViewElement&) const = default;
};

inline constexpr std::uint64_t kMostMapped = std::uint64_t{1} << 20;  // elements of a view or of its owner whose places are listed

// Counted from the owner's first element; a view can leave its owner at either end.
std::int64_t place_of(const StridedView&, ViewElement);

struct PlaceRange {
    std::int64_t first = 0, last = 0;
    bool operator==(const PlaceRange&) const = default;
};
PlaceRange places_of(const StridedView&);

// The first element of the view, row by row, that is at this place.
std::optional<ViewElement> element_at(const StridedView&, std::int64_t place);
// Nothing: no element before it is at its place. Else the first one that is: an axis with the stride 0 repeats it.
std::optional<ViewElement> original_of(const StridedView&, ViewElement);

// What a view reaches of `count` places.
struct AddressReach {
    std::vector<std::int32_t> row_at;  // by place: the row of the first element there; -1: no element of the view is
    std::uint64_t places = 0;          // that are reached
    std::uint64_t outside = 0;         // elements of the view before or after the owner's
};
// Of at most kMostMapped elements and places.
AddressReach reach_of(const StridedView&, std::uint64_t count);

std::string index_text(const StridedView&, ViewElement);    // "[1, 0]", "[3]"
std::string address_text(const StridedView&, ViewElement);  // "[1, 0] is at offset 2 + 1*4 + 0*1 = 6"
// "8 x 6, strides 1 and 8, offset 0"
std::string view_text(const StridedView&);

// The element one step away, within the view.
ViewElement moved(const StridedView&, ViewElement, std::int64_t rows, std::int64_t cols);

}  // namespace warpwise::ui
