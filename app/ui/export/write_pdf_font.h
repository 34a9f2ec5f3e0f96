// The characters that a figure uses of a face, as a font that is embedded in a PDF: only these glyphs, and a table that says which
// characters they are, so that text can be selected, copied and searched for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ui/export/figure.h"
#include "ui/export/font_set.h"

namespace warpwise::ui::figure {

class PdfFont {
  public:
    PdfFont(const FontSet& fonts, Face face) : fonts_(fonts), face_(face) {}

    bool is_used() const { return !characters_.empty(); }
    // The glyphs of a text in hexadecimal, four digits for each; takes what is new into the font.
    std::string encoded(std::string_view text);

    // What the parts of the font hold; `name` is the same in all of them.
    std::string name() const;     // "KQWZAB+Inter-Regular"
    std::string program() const;  // a Compact Font Format (Adobe Technical Note 5176); its glyphs in the order of their first use
    std::string widths() const;   // "[1 [633.2 610]]"
    std::string characters() const;  // a CMap from glyphs to characters
    std::string descriptor(std::size_t program_object) const;

  private:
    const FontSet& fonts_;
    const Face face_;
    std::vector<char32_t> characters_;  // of glyph 1 on; glyph 0 is that of a missing character
    std::map<char32_t, std::size_t> glyphs_;
};

}  // namespace warpwise::ui::figure
