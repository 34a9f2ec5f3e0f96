#include "ui/export/figure_style.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/theme.h"
#include "ui/timing/device_look.h"

namespace warpwise::ui::figure {
namespace {

constexpr std::array<std::string_view, 3> ground_names{"white", "transparent", "transparent-dark"};

// Okabe and Ito's hues, darkened until white text on them and thin lines on paper keep a contrast of 4.5:1.
constexpr Palette on_paper{
    .ground = 0xffffff,
    .ink = 0x1b232c,
    .muted = 0x54616e,
    .line = 0xd6dce3,
    .idle = 0xe6eaef,
    .hatch = 0xa3adb8,
    .bad = 0xb23f0a,
    .warn = 0x8a5a00,
    .accent = 0x0069a6,
    .blocks = {0x0072b2, 0x8f5f00, 0x007a5a, 0xa0477a},
    .on_block = 0xffffff,
    .block_term = 0x00714f,
    .dim_term = 0x8a5a00,
    .thread_term = 0x0069a6,
    .series = {0x8f5f00, 0xa0477a, 0x007a5a, 0x0072b2, 0x6b6300, 0x54616e},
    .recordings = {0xa83c00, 0x5a4fa2, 0x7a2e2e},
};
constexpr Palette on_dark{
    .ground = 0x151a21,
    .ink = 0xf2f5f8,
    .muted = 0xb9c3cd,
    .line = 0x4a5561,
    .idle = 0x2f3843,
    .hatch = 0x6e7b88,
    .bad = 0xff8f6b,
    .warn = 0xf0b030,
    .accent = 0x56b4e9,
    .blocks = {0x56b4e9, 0xe69f00, 0x2fbf8f, 0xdb8fb9},
    .on_block = 0x06121a,
    .block_term = 0x2fbf8f,
    .dim_term = 0xe69f00,
    .thread_term = 0x56b4e9,
    .series = {0xe69f00, 0xdb8fb9, 0x2fbf8f, 0x56b4e9, 0xf0e442, 0xb9c3cd},
    .recordings = {0xff9466, 0xa9a0f0, 0xe0a0a0},
};

double luminance(Colour colour) {
    const auto linear = [&](int shift) {
        const double channel = static_cast<double>((colour >> shift) & 255) / 255;
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

}  // namespace

std::string_view name_of(Ground ground) { return ground_names[static_cast<std::size_t>(ground)]; }

std::optional<Ground> ground_from_name(std::string_view name) {
    for (std::size_t i = 0; i < ground_names.size(); ++i)
        if (ground_names[i] == name) return static_cast<Ground>(i);
    return std::nullopt;
}

const Palette& palette_of(Ground ground) { return ground == Ground::transparent_dark ? on_dark : on_paper; }

Colour block_colour(const Palette& palette, std::uint64_t block) { return palette.blocks[block_hue(block)]; }

Colour device_colour(const Palette& palette, const DeviceId& device, std::optional<std::size_t> recording) {
    const auto series = static_cast<std::size_t>(device_series(device.kind));
    const std::size_t number = recording.value_or(0) + static_cast<std::size_t>(device.ordinal);  // of several GPUs
    if (series != 3 || number == 0) return palette.series[series];
    return palette.recordings[(number - 1) % palette.recordings.size()];
}

double contrast(Colour a, Colour b) {
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

}  // namespace warpwise::ui::figure
