#include "ui/picture/image_palette.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

// Samples at equal distances of Matplotlib's maps (CC0); between them straight lines, which differ from the maps by less than
// can be seen.
struct Palette {
    std::string_view name;
    std::array<std::uint32_t, 10> stops;  // 0xRRGGBB
};

constexpr std::array<Palette, 4> kPalettes{{
    {"viridis", {0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725}},
    {"inferno", {0x000004, 0x1b0c41, 0x4a0c6b, 0x781c6d, 0xa52c60, 0xcf4446, 0xed6925, 0xfb9b06, 0xf7d13d, 0xfcffa4}},
    {"cividis", {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838}},
    {"grey", {0x000000, 0x1c1c1c, 0x393939, 0x555555, 0x717171, 0x8e8e8e, 0xaaaaaa, 0xc6c6c6, 0xe3e3e3, 0xffffff}},
}};

constexpr std::array<std::string_view, kPalettes.size()> kNames{kPalettes[0].name, kPalettes[1].name, kPalettes[2].name,
                                                                kPalettes[3].name};

std::uint32_t blend(std::uint32_t a, std::uint32_t b, double t) {
    std::uint32_t colour = 0xff000000u;
    for (int channel = 0; channel < 3; ++channel) {
        const double from = (a >> (16 - 8 * channel)) & 255, to = (b >> (16 - 8 * channel)) & 255;
        colour |= static_cast<std::uint32_t>(std::lround(from + (to - from) * t)) << (8 * channel);
    }
    return colour;
}

}  // namespace

std::span<const std::string_view> palette_names() { return kNames; }

std::optional<ColourTable> palette_table(std::string_view name) {
    const auto found = std::ranges::find(kPalettes, name, &Palette::name);
    if (found == kPalettes.end()) return std::nullopt;
    ColourTable table;
    const auto& stops = found->stops;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double at = static_cast<double>(i) / static_cast<double>(table.size() - 1) * static_cast<double>(stops.size() - 1);
        const auto stop = std::min(static_cast<std::size_t>(at), stops.size() - 2);
        table[i] = blend(stops[stop], stops[stop + 1], at - static_cast<double>(stop));
    }
    return table;
}

double share_of_range(double value, double low, double high, bool logarithmic) {
    if (std::isnan(value) || !(high > low)) return 0;
    double share = (value - low) / (high - low);
    // Of the distance from the low end, so that a range that begins at 0 has a logarithm too.
    if (logarithmic) share = std::log1p(std::max(0.0, value - low)) / std::log1p(high - low);
    return std::clamp(share, 0.0, 1.0);
}

std::size_t colour_index(double value, double low, double high, bool logarithmic) {
    return static_cast<std::size_t>(share_of_range(value, low, high, logarithmic) * (std::tuple_size_v<ColourTable> - 1) + 0.5);
}

}  // namespace warpwise::ui
