// Where the numbers of a format lie on a straight scale around one of them. No window library.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/number_format.h"

namespace warpwise::ui {

// Places are shares of the line: 0 is its left end, 1 its right end, and the chosen value is at 0.5.
struct NumberLineLayout {
    struct Tick {
        float place = 0;
        std::int64_t ordinal = 0;
    };
    // Numbers between two powers of two have equal gaps.
    struct Section {
        float from = 0, to = 0;
        int gap_exponent = 0;
    };
    long double half_width = 0;  // from the middle to an end
    std::uint64_t stride = 1;    // a tick for every so many numbers
    std::vector<Tick> ticks;     // from left to right, the chosen value among them
    std::vector<Section> sections;
    std::optional<float> wanted;  // what was to be rounded, where it is not a number of the format and is on the line
};

// Zoom 0 shows the neighbours, most_zoom the whole range.
inline constexpr int kMostZoom = 40;

// Around a finite number. `most_ticks`: as many as there is room for; sections narrower than `narrowest` are left out.
NumberLineLayout number_line_layout(const NumberFormat&, std::uint64_t bits, const std::optional<ExactNumber>& wanted, int zoom,
                                    std::size_t most_ticks, float narrowest);

}  // namespace warpwise::ui
