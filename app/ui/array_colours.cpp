#include "ui/array_colours.h"

#include <bit>
#include <limits>

namespace warpwise::ui {
namespace {

// Doubles in their order as whole numbers, so that halving an interval ends at neighbours.
std::int64_t rank_of(double value) {
    const auto bits = std::bit_cast<std::int64_t>(value);
    return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}
double value_at(std::int64_t rank) {
    return std::bit_cast<double>(rank < 0 ? std::numeric_limits<std::int64_t>::min() - rank : rank);
}

}  // namespace

gl::ArrayColours array_colours(const ImageSpec& spec, const ColourTable& table, double low, double high, std::uint32_t ground) {
    gl::ArrayColours colours{.table = table, .thresholds = {}, .dark = spec.dark, .ground = ground};
    low = spec.low.value_or(low);
    high = spec.high.value_or(high);
    colours.thresholds.fill(std::numeric_limits<double>::infinity());
    if (!(low < high)) return colours;  // one colour
    std::int64_t below = rank_of(low);  // a value that has not reached the threshold; of the first colour to begin with
    for (std::size_t k = 0; k < colours.thresholds.size(); ++k) {
        std::int64_t reaching = rank_of(high);
        for (std::int64_t least = below; least < reaching;) {
            const std::int64_t middle =
                least + static_cast<std::int64_t>((static_cast<std::uint64_t>(reaching) - static_cast<std::uint64_t>(least)) / 2);
            if (colour_index(value_at(middle), low, high, spec.logarithmic) > k)
                reaching = middle;
            else
                least = middle + 1;
        }
        colours.thresholds[k] = value_at(reaching);
        below = reaching;
    }
    return colours;
}

}  // namespace warpwise::ui
