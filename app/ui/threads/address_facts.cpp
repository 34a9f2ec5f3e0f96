#include "ui/threads/address_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.h"

namespace warpwise::ui {
namespace {

// A factor or term that is negative stands in brackets.
std::string signed_text(std::int64_t number) { return number < 0 ? fmt::format("({})", number) : std::to_string(number); }

}  // namespace

std::int64_t place_of(const StridedView& view, ViewElement element) {
    return view.offset + element.row * view.stride_rows + element.col * view.stride_cols;
}

PlaceRange places_of(const StridedView& view) {
    const std::int64_t down = (view.rows - 1) * view.stride_rows, along = (view.cols - 1) * view.stride_cols;
    return {view.offset + std::min<std::int64_t>(0, down) + std::min<std::int64_t>(0, along),
            view.offset + std::max<std::int64_t>(0, down) + std::max<std::int64_t>(0, along)};
}

std::optional<ViewElement> element_at(const StridedView& view, std::int64_t place) {
    for (std::int64_t row = 0; row < view.rows; ++row) {
        const std::int64_t rest = place - place_of(view, {row, 0});
        if (rest == 0) return ViewElement{row, 0};
        if (view.stride_cols != 0 && rest % view.stride_cols == 0) {
            const std::int64_t col = rest / view.stride_cols;
            if (col >= 0 && col < view.cols) return ViewElement{row, col};
        }
        if (view.stride_rows == 0) break;  // the other rows are this one again
    }
    return std::nullopt;
}

std::optional<ViewElement> original_of(const StridedView& view, ViewElement element) {
    const auto first = element_at(view, place_of(view, element));
    return first == element ? std::nullopt : first;
}

AddressReach reach_of(const StridedView& view, std::uint64_t count) {
    AddressReach reach;
    reach.row_at.assign(count, -1);
    for (std::int64_t row = 0; row < view.rows; ++row)
        for (std::int64_t col = 0; col < view.cols; ++col) {
            const std::int64_t place = place_of(view, {row, col});
            if (place < 0 || static_cast<std::uint64_t>(place) >= count) {
                ++reach.outside;
                continue;
            }
            std::int32_t& at = reach.row_at[static_cast<std::size_t>(place)];
            if (at >= 0) continue;
            at = static_cast<std::int32_t>(row);
            ++reach.places;
        }
    return reach;
}

std::string index_text(const StridedView& view, ViewElement element) {
    return view.one_axis ? fmt::format("[{}]", element.col) : fmt::format("[{}, {}]", element.row, element.col);
}

std::string address_text(const StridedView& view, ViewElement element) {
    std::string sum = std::to_string(view.offset);
    if (!view.one_axis) sum += fmt::format(" + {}*{}", element.row, signed_text(view.stride_rows));
    sum += fmt::format(" + {}*{}", element.col, signed_text(view.stride_cols));
    return fmt::format("{} is at offset {} = {}", index_text(view, element), sum, place_of(view, element));
}

std::string view_text(const StridedView& view) {
    if (view.one_axis)
        return fmt::format("{} element{}, stride {}, offset {}", with_separators(view.cols), view.cols == 1 ? "" : "s",
                           view.stride_cols, with_separators(view.offset));
    return fmt::format("{} x {}, strides {} and {}, offset {}", with_separators(view.rows), with_separators(view.cols),
                       view.stride_rows, view.stride_cols, with_separators(view.offset));
}

ViewElement moved(const StridedView& view, ViewElement element, std::int64_t rows, std::int64_t cols) {
    return {std::clamp<std::int64_t>(element.row + rows, 0, view.rows - 1),
            std::clamp<std::int64_t>(element.col + cols, 0, view.cols - 1)};
}

}  // namespace warpwise::ui
