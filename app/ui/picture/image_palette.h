// The colours of values in pictures: perceptually even maps in which more is brighter, so that they read in grey as well.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warpwise::ui {

// R in the low byte, opaque: as Dear ImGui and GL_RGBA take it.
using ColourTable = std::array<std::uint32_t, 256>;

// "viridis", "inferno", "cividis", "grey"
std::span<const std::string_view> palette_names();
std::optional<ColourTable> palette_table(std::string_view name);

// Where a value lies between low (0) and high (1), by itself or by its logarithm; outside values are clamped, NaN is 0.
double share_of_range(double value, double low, double high, bool logarithmic);
// The place in the table that this share has.
std::size_t colour_index(double value, double low, double high, bool logarithmic);

}  // namespace warpwise::ui
