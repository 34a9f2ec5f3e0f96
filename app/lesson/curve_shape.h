// The shape of a curve in words: what a sketch is compared by.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

enum class CurveShape { stays, rises, falls, rises_and_falls, falls_and_rises };

std::string_view name_of(CurveShape);  // "rises and falls"
std::vector<std::string> curve_shapes();

// Of values at equal steps. A hand draws no straight line: what changes by less than a tenth of `top`, the height of the axis,
// stays as it is, and a hump or a dip counts from a seventh of it on. Of fewer than two values nothing can be said: they stay.
CurveShape shape_of(std::span<const double> values, double top);

// One stroke of the mouse over columns: every column between the two ends gets the height of the straight line there, and the one
// nearest to an end at least that end's. Columns without a height yet are below 0. Ends outside the columns are cut off.
void draw_stroke(std::vector<double>& heights, double from_column, double from_height, double to_column, double to_height);
bool is_drawn(std::span<const double> heights);  // every column has a height

}  // namespace warpwise
