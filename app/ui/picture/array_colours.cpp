#include "ui/picture/array_colours.h"

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

std::shared_ptr<const gl::WarpShades> warp_shades(const PixelMap& map, std::uint32_t even, std::uint32_t uneven) {
    if (map.thread_at.empty()) return nullptr;
    auto shades = std::make_shared<gl::WarpShades>();
    shades->even = even;
    shades->uneven = uneven;
    shades->warp_of.assign(map.thread_at.size(), 0);
    const std::uint64_t block = map.shape.block.count(), warps_a_block = (block + kWarpSize - 1) / kWarpSize;
    const std::uint64_t warps = (map.pixel_of.size() + block - 1) / block * warps_a_block;
    shades->pixel_of.assign(warps * kWarpSize, 0);
    for (std::uint64_t thread = 0; thread < map.pixel_of.size(); ++thread) {
        const auto pixel = map.pixel(thread);
        if (!pixel) continue;
        const std::uint64_t in_block = thread % block, warp = thread / block * warps_a_block + in_block / kWarpSize;
        shades->pixel_of[warp * kWarpSize + in_block % kWarpSize] = static_cast<std::uint32_t>(*pixel) + 1;
        shades->warp_of[static_cast<std::size_t>(*pixel)] = static_cast<std::uint32_t>(warp) + 1;
    }
    return shades;
}

}  // namespace warpwise::ui
