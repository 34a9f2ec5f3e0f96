// The fonts of figures: how wide a text is, and its glyphs as outlines. The same files as the window's, by FreeType alone.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "ui/export/figure.h"

namespace warpwise::ui::figure {

// The next character of valid or damaged UTF-8, taken off the front; damage becomes U+FFFD, a byte at a time.
char32_t take_character(std::string_view& text);

// Where a text begins: its anchor may be its middle or its end.
double start_of(const Text&);

// Lengths in ems.
struct GlyphOutline {
    Path outline;  // from the baseline's start, y upwards
    double advance = 0;
};
struct FaceBox {
    double left = 0, bottom = 0, right = 0, top = 0;  // around all glyphs
    double ascent = 0, descent = 0;
};

// Not for several threads at a time: FreeType keeps the glyph it loaded last.
class FontSet {
  public:
    // From data_dir()/fonts; an Error names the file that cannot be used.
    static Result<std::shared_ptr<const FontSet>> load();

    double width(std::string_view text, Face, double size) const;
    // Adds the outlines of a text that begins at `at`, on the baseline. A character without a glyph is drawn as an empty box.
    void add_outlines(Path&, std::string_view text, Face, double size, Point at) const;

    // The same glyphs one by one, for a font that is embedded.
    GlyphOutline glyph(Face, char32_t character) const;
    GlyphOutline missing_glyph(Face) const;
    FaceBox box(Face) const;
    std::string name(Face) const;  // "Inter-Regular"

    struct Files;  // FreeType's
    explicit FontSet(std::shared_ptr<Files>);

  private:
    std::shared_ptr<Files> files_;
};

}  // namespace warpwise::ui::figure
