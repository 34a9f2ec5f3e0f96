#include "ui/export/figure_style.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/theme.h"
#include "ui/timing/device_look.h"

namespace warpwise::ui::figure {
namespace {

constexpr std::array<std::string_view, 3> kGroundNames{"white", "transparent", "transparent-dark"};

// The hues of the window's themes (ui/kit/theme.h says what they mean): text on blocks keeps a contrast of 4.5:1, thin lines 3:1.
constexpr Palette kOnPaper{
    .ground = 0xffffff,
    .ink = 0x1b232c,
    .muted = 0x54616e,
    .line = 0xd6dce3,
    .idle = 0xe6eaef,
    .hatch = 0xa3adb8,
    .bad = 0x8f0f22,
    .warn = 0x855b00,
    .accent = 0x0064a6,
    .blocks = {0x0c534e, 0x5f6b00, 0x744edf, 0xc52095},
    .on_block = {0xffffff, 0xffffff, 0xffffff, 0xffffff},
    .block_term = 0x00706a,
    .dim_term = 0x596500,
    .thread_term = 0x6a43d6,
    .series = {0xb0287f, 0x5f6b00, 0x00807a, 0x6a43d6, 0x7d6244, 0x54616e},
    .recordings = {0x0c534e, 0x8c1669, 0x3d2a8f},
};
constexpr Palette kOnDark{
    .ground = 0x151a21,
    .ink = 0xf2f5f8,
    .muted = 0xb9c3cd,
    .line = 0x4a5561,
    .idle = 0x2f3843,
    .hatch = 0x6e7b88,
    .bad = 0xf46a66,
    .warn = 0xf5b81f,
    .accent = 0x4fb0ee,
    .blocks = {0x2f7977, 0xb2c44a, 0x8e78e0, 0xe59cd2},
    .on_block = {0xffffff, 0x06121a, 0x06121a, 0x06121a},
    .block_term = 0x43c2b8,
    .dim_term = 0xc2d35a,
    .thread_term = 0xb39dff,
    .series = {0xe08bc6, 0xb2c44a, 0x43c2b8, 0xa991ff, 0xd2b48c, 0xb9c3cd},
    .recordings = {0x43c2b8, 0xe08bc6, 0x8e78e0},
};

double luminance(Colour colour) {
    const auto linear = [&](int shift) {
        const double channel = static_cast<double>((colour >> shift) & 255) / 255;
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

}  // namespace

std::string_view name_of(Ground ground) { return kGroundNames[static_cast<std::size_t>(ground)]; }

std::optional<Ground> ground_from_name(std::string_view name) {
    for (std::size_t i = 0; i < kGroundNames.size(); ++i)
        if (kGroundNames[i] == name) return static_cast<Ground>(i);
    return std::nullopt;
}

const Palette& palette_of(Ground ground) { return ground == Ground::transparent_dark ? kOnDark : kOnPaper; }

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
