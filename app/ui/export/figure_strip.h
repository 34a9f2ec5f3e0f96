// The array below a grid of threads, an element a box or joined where they look the same.
#pragma once

#include <array>

#include "ui/export/figures.h"

namespace warpwise::ui::figure {

struct StripPlace {
    Area bar;
    std::uint64_t elements = 0;
    std::array<bool, 4> hues{};                // of blocks, that are seen in it
    double x_of(std::uint64_t element) const;  // its middle
};
// Draws the bar with its element numbers at page.y and moves it on. `blended`: blocks are too many for hues of their own.
StripPlace draw_strip(Page&, const ThreadsScene&, double left, double width, double height, bool blended);
// "100 of 128 elements written", and what is wrong with the others.
std::string strip_sentence(const ThreadsScene&);

}  // namespace warpwise::ui::figure
