#include "ui/export/font_set.h"

#include <ft2build.h>

#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <array>
#include <cstdint>
#include <string>

#include "base/files.h"
#include "base/paths.h"

namespace warpwise::ui::figure {
namespace {

constexpr std::array<const char*, 3> kFileNames{"Inter-Regular.otf", "Inter-SemiBold.otf", "JetBrainsMono-Regular.ttf"};

}  // namespace

char32_t take_character(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
    bool good = length > 0 && length <= text.size();
    char32_t character = length == 1 ? first : first & (0xff >> (length + 1));
    for (std::size_t i = 1; good && i < length; ++i) {
        good = (byte(i) & 0xc0) == 0x80;
        character = (character << 6) | (byte(i) & 0x3f);
    }
    text.remove_prefix(good ? length : 1);
    return good ? character : 0xfffd;
}

double start_of(const Text& text) {
    return text.anchor == Anchor::start ? text.at.x : text.at.x - (text.anchor == Anchor::middle ? text.width / 2 : text.width);
}

struct FontSet::Files {
    FT_Library library = nullptr;
    std::array<FT_Face, 3> faces{};
    std::array<std::string, 3> bytes;  // FreeType reads from them as long as the faces live

    Files() = default;
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;
    ~Files() {
        for (FT_Face face : faces)
            if (face != nullptr) FT_Done_Face(face);
        if (library != nullptr) FT_Done_FreeType(library);
    }
    FT_Face face(Face wanted) const { return faces[static_cast<std::size_t>(wanted)]; }
};

namespace {

// In font units, so that nothing depends on the size that a glyph was asked for before.
bool load_glyph(FT_Face face, char32_t character) {
    return FT_Load_Glyph(face, FT_Get_Char_Index(face, character), FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING) == 0;
}

struct Pen {
    Path& path;
    Point at;
    double scale = 1;
    double down = -1;  // of a font's y, which goes upwards
    Point last{};
    bool open = false;

    Point place(const FT_Vector* v) const {
        return {at.x + static_cast<double>(v->x) * scale, at.y + down * static_cast<double>(v->y) * scale};
    }
    void finish() {
        if (std::exchange(open, false)) path.close();
    }
};

int pen_move(const FT_Vector* to, void* user) {
    Pen& pen = *static_cast<Pen*>(user);
    pen.finish();
    pen.open = true;
    pen.path.move_to(pen.last = pen.place(to));
    return 0;
}
int pen_line(const FT_Vector* to, void* user) {
    Pen& pen = *static_cast<Pen*>(user);
    pen.path.line_to(pen.last = pen.place(to));
    return 0;
}
int pen_conic(const FT_Vector* control, const FT_Vector* to, void* user) {
    Pen& pen = *static_cast<Pen*>(user);
    const Point from = pen.last, c = pen.place(control), end = pen.place(to);
    pen.path.curve_to({from.x + (c.x - from.x) * 2 / 3, from.y + (c.y - from.y) * 2 / 3},
                      {end.x + (c.x - end.x) * 2 / 3, end.y + (c.y - end.y) * 2 / 3}, end);
    pen.last = end;
    return 0;
}
int pen_cubic(const FT_Vector* c1, const FT_Vector* c2, const FT_Vector* to, void* user) {
    Pen& pen = *static_cast<Pen*>(user);
    pen.path.curve_to(pen.place(c1), pen.place(c2), pen.place(to));
    pen.last = pen.place(to);
    return 0;
}

// The glyph that was loaded last.
void draw_glyph(FT_Face face, Pen& pen) {
    FT_Outline_Funcs functions{};
    functions.move_to = pen_move;
    functions.line_to = pen_line;
    functions.conic_to = pen_conic;
    functions.cubic_to = pen_cubic;
    FT_Outline_Decompose(&face->glyph->outline, &functions, &pen);
    pen.finish();
}

GlyphOutline outline_of_loaded(FT_Face face) {
    GlyphOutline glyph;
    Pen pen{.path = glyph.outline, .at = {}, .scale = 1.0 / face->units_per_EM, .down = 1};
    draw_glyph(face, pen);
    glyph.advance = static_cast<double>(face->glyph->metrics.horiAdvance) / face->units_per_EM;
    return glyph;
}

}  // namespace

FontSet::FontSet(std::shared_ptr<Files> files) : files_(std::move(files)) {}

Result<std::shared_ptr<const FontSet>> FontSet::load() {
    auto files = std::make_shared<Files>();
    if (FT_Init_FreeType(&files->library) != 0) return failure("FreeType could not start: no figure can be drawn");
    for (std::size_t i = 0; i < kFileNames.size(); ++i) {
        const std::filesystem::path path = data_dir() / "fonts" / kFileNames[i];
        auto bytes = read_file(path);
        if (!bytes) return failure("A figure needs the font " + path.string() + ": " + bytes.error().message);
        files->bytes[i] = std::move(*bytes);
        if (FT_New_Memory_Face(files->library, reinterpret_cast<const FT_Byte*>(files->bytes[i].data()),
                               static_cast<FT_Long>(files->bytes[i].size()), 0, &files->faces[i]) != 0)
            return failure("A figure needs the font " + path.string() + ", which is not a font file");
    }
    return std::make_shared<const FontSet>(std::move(files));
}

double FontSet::width(std::string_view text, Face wanted, double size) const {
    FT_Face face = files_->face(wanted);
    double units = 0;
    while (!text.empty())
        if (load_glyph(face, take_character(text))) units += static_cast<double>(face->glyph->metrics.horiAdvance);
    return units * size / face->units_per_EM;
}

void FontSet::add_outlines(Path& path, std::string_view text, Face wanted, double size, Point at) const {
    FT_Face face = files_->face(wanted);
    const double scale = size / face->units_per_EM;
    while (!text.empty()) {
        if (!load_glyph(face, take_character(text))) continue;
        Pen pen{path, at, scale};
        draw_glyph(face, pen);
        at.x += static_cast<double>(face->glyph->metrics.horiAdvance) * scale;
    }
}

GlyphOutline FontSet::glyph(Face wanted, char32_t character) const {
    FT_Face face = files_->face(wanted);
    return load_glyph(face, character) ? outline_of_loaded(face) : missing_glyph(wanted);
}

GlyphOutline FontSet::missing_glyph(Face wanted) const {
    FT_Face face = files_->face(wanted);
    return FT_Load_Glyph(face, 0, FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING) == 0 ? outline_of_loaded(face) : GlyphOutline();
}

FaceBox FontSet::box(Face wanted) const {
    FT_Face face = files_->face(wanted);
    const auto ems = [&](FT_Pos units) { return static_cast<double>(units) / face->units_per_EM; };
    return {ems(face->bbox.xMin), ems(face->bbox.yMin), ems(face->bbox.xMax),
            ems(face->bbox.yMax), ems(face->ascender),  ems(face->descender)};
}

std::string FontSet::name(Face wanted) const {
    const std::string file = kFileNames[static_cast<std::size_t>(wanted)];
    return file.substr(0, file.rfind('.'));
}

}  // namespace warpwise::ui::figure
