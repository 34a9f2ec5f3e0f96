#include "lesson/curve_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace warpwise {
namespace {

constexpr double kNoticeable = 1.0 / 10, kBump = 1.0 / 7;

constexpr std::array<std::pair<CurveShape, std::string_view>, 5> kNames{{{CurveShape::stays, "stays"},
                                                                         {CurveShape::rises, "rises"},
                                                                         {CurveShape::falls, "falls"},
                                                                         {CurveShape::rises_and_falls, "rises and falls"},
                                                                         {CurveShape::falls_and_rises, "falls and rises"}}};

}  // namespace

std::string_view name_of(CurveShape shape) {
    return std::ranges::find(kNames, shape, &std::pair<CurveShape, std::string_view>::first)->second;
}

std::vector<std::string> curve_shapes() {
    std::vector<std::string> all;
    for (const auto& [shape, name] : kNames) all.emplace_back(name);
    return all;
}

CurveShape shape_of(std::span<const double> values, double top) {
    if (values.size() < 2) return CurveShape::stays;
    const double first = values.front(), last = values.back();
    const auto [lowest, highest] = std::ranges::minmax(values);
    const double hump = highest - std::max(first, last), dip = std::min(first, last) - lowest;
    if (std::max(hump, dip) > kBump * top) return hump >= dip ? CurveShape::rises_and_falls : CurveShape::falls_and_rises;
    if (std::abs(last - first) <= kNoticeable * top) return CurveShape::stays;
    return last > first ? CurveShape::rises : CurveShape::falls;
}

void draw_stroke(std::vector<double>& heights, double from_column, double from_height, double to_column, double to_height) {
    if (from_column > to_column) {
        std::swap(from_column, to_column);
        std::swap(from_height, to_height);
    }
    const double last = static_cast<double>(heights.size()) - 1;
    // between two columns, as a click is: the nearest one
    if (const double nearest = std::round(to_column); nearest >= 0 && nearest <= last)
        heights[static_cast<std::size_t>(nearest)] = std::max(0.0, to_height);
    for (double column = std::ceil(std::max(0.0, from_column)); column <= std::min(last, std::floor(to_column)); ++column) {
        const double part = to_column > from_column ? (column - from_column) / (to_column - from_column) : 1;
        heights[static_cast<std::size_t>(column)] = std::max(0.0, from_height + part * (to_height - from_height));
    }
}

bool is_drawn(std::span<const double> heights) {
    return !heights.empty() && std::ranges::none_of(heights, [](double height) { return height < 0; });
}

}  // namespace warpwise
