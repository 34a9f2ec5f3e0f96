// A figure as a file's bytes. The same figure gives the same bytes: nothing of the time, the machine or an earlier call is in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/png.h"
#include "ui/export/figure.h"
#include "ui/export/font_set.h"

namespace warpwise::ui::figure {

enum class Format { png, svg, pdf };
std::string_view name_of(Format);  // "png": also the file's extension
std::optional<Format> format_from_name(std::string_view);

// `scale` is the number of pixels per unit, and the size that an SVG or PDF asks for on a page.
Result<std::string> write(const Figure&, Format, double scale, const FontSet&);

// Text stays text, in the figure's fonts or the reader's own, fitted to the width that it was laid out for.
std::string svg_of(const Figure&, double scale);
// One page. Text stays text, and the glyphs that it uses are embedded: it looks the same everywhere, and can be searched.
Result<std::string> pdf_of(const Figure&, double scale, const FontSet&);

// Four bytes per pixel, not premultiplied.
struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
    Image over(Colour ground) const;
};
Result<Pixels> pixels_of(const Figure&, double scale, const FontSet&);

}  // namespace warpwise::ui::figure
