// The colours of figures: for paper, and for dark slides. They do not follow the window's theme.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "device/interface/device.h"
#include "ui/export/figure.h"

namespace warpwise::ui::figure {

// What a figure stands on. `transparent` keeps the dark ink for light pages; `transparent_dark` has light ink for dark slides.
enum class Ground { white, transparent, transparent_dark };
std::string_view name_of(Ground);  // "white", "transparent", "transparent-dark"
std::optional<Ground> ground_from_name(std::string_view);

struct Palette {
    Colour ground;  // painted on white; otherwise what tints are mixed with
    Colour ink, muted, line;
    Colour idle, hatch;              // threads and places without work
    Colour bad, warn, accent;        // wrong; lost work; what is pointed out in a plot
    std::array<Colour, 4> blocks;    // hue = block
    std::array<Colour, 4> on_block;  // text on each
    Colour block_term, dim_term, thread_term;
    std::array<Colour, 6> series;      // cpu-serial, cpu-vector, cpu-threads, cuda, emulated, cpu-library
    std::array<Colour, 3> recordings;  // GPUs of further recordings
};
const Palette& palette_of(Ground);

Colour block_colour(const Palette&, std::uint64_t block);
// That of the device, or of the recording it stands in: the first recording's GPU has the GPU's colour.
Colour device_colour(const Palette&, const DeviceId&, std::optional<std::size_t> recording = std::nullopt);

// WCAG 2, 1 to 21.
double contrast(Colour, Colour);

struct TextStyle {
    Face face = Face::regular;
    double size = 12;
    Colour colour = 0;
};

}  // namespace warpwise::ui::figure
