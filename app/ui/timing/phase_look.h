// How a phase of a run looks, on the screen and in exported figures: one table for timings, timeline, frame costs and figures.
#pragma once

#include <string_view>

namespace warpwise::ui {

struct PhaseLook {
    // of the kernel: the device's own colour; of compiling and loading: grey
    enum class Colour { device, grey, series } colour = Colour::device;
    int series = 0;  // which of the theme's or the figure palette's series
    // as well as the colour, for readers who cannot tell the hues apart
    enum class Pattern { none, hatch, down, across } pattern = Pattern::none;
    bool operator==(const PhaseLook&) const = default;
};

// "compile", "load", "copy_in", "kernel", "copy_out"; what has another name looks as the kernel does.
PhaseLook phase_look(std::string_view phase);

}  // namespace warpwise::ui
