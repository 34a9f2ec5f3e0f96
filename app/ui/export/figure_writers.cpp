#include "ui/export/figure_writers.h"

#include <array>

namespace warpwise::ui::figure {
namespace {

constexpr std::array<std::string_view, 3> kFormatNames{"png", "svg", "pdf"};

}  // namespace

std::string_view name_of(Format format) { return kFormatNames[static_cast<std::size_t>(format)]; }

std::optional<Format> format_from_name(std::string_view name) {
    for (std::size_t i = 0; i < kFormatNames.size(); ++i)
        if (kFormatNames[i] == name) return static_cast<Format>(i);
    return std::nullopt;
}

Result<std::string> write(const Figure& figure, Format format, double scale, const FontSet& fonts) {
    if (format == Format::svg) return svg_of(figure, scale);
    if (format == Format::pdf) return pdf_of(figure, scale, fonts);
    const auto pixels = pixels_of(figure, scale, fonts);
    if (!pixels) return std::unexpected(pixels.error());
    if (figure.ground) return encode_png(pixels->over(*figure.ground), figure.made_with);
    return encode_png_with_alpha(pixels->width, pixels->height, pixels->rgba, figure.made_with);
}

}  // namespace warpwise::ui::figure
