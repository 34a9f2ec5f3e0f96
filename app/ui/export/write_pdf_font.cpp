#include "ui/export/write_pdf_font.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_numbers.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kUnits = 1000;       // of an em, in PDF and in the font made here
constexpr int kFirstOwnString = 391;  // of CFF: those before are standard
constexpr std::size_t kMostGlyphs = 60000;

// Numbers of a CFF are written in as few bytes as they fit into.
void put_number(std::string& out, int value) {
    const auto byte = [&](int b) { out += static_cast<char>(b & 255); };
    if (value >= -107 && value <= 107) return byte(value + 139);
    if (value >= 108 && value <= 1131) return byte(((value - 108) >> 8) + 247), byte(value - 108);
    if (value >= -1131 && value <= -108) return byte(((-value - 108) >> 8) + 251), byte(-value - 108);
    byte(28), byte(value >> 8), byte(value);
}

// In five bytes whatever its value, so that an offset moves nothing.
void put_offset(std::string& out, std::size_t value) {
    out += '\x1d';
    for (const int shift : {24, 16, 8, 0}) out += static_cast<char>((value >> shift) & 255);
}

std::string index_of(const std::vector<std::string>& parts) {
    std::string out;
    const auto put = [&](std::size_t value, int bytes) {
        for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>((value >> (8 * i)) & 255);
    };
    put(parts.size(), 2);
    if (parts.empty()) return out;
    out += '\x04';  // bytes of an offset
    std::size_t offset = 1;
    put(offset, 4);
    for (const std::string& part : parts) put(offset += part.size(), 4);
    for (const std::string& part : parts) out += part;
    return out;
}

// A glyph's outline in the form of Type 2 (Adobe Technical Note 5177): its width, then steps from point to point.
std::string charstring_of(const GlyphOutline& glyph) {
    constexpr char line = 5, curve = 8, end = 14, move = 21;
    std::string out;
    put_number(out, static_cast<int>(std::lround(glyph.advance * kUnits)));
    int x = 0, y = 0;
    const auto to = [&](Point p) {
        const int px = static_cast<int>(std::lround(p.x * kUnits)), py = static_cast<int>(std::lround(p.y * kUnits));
        put_number(out, px - x), put_number(out, py - y);
        x = px, y = py;
    };
    for (const Step& step : glyph.outline.steps) {
        switch (step.kind) {
            case Step::Kind::move: to(step.to), out += move; break;
            case Step::Kind::line: to(step.to), out += line; break;
            case Step::Kind::curve: to(step.control_1), to(step.control_2), to(step.to), out += curve; break;
            case Step::Kind::close: break;  // the next move or the end closes it
        }
    }
    return out + end;
}

std::string utf16(char32_t c) {
    if (c < 0x10000) return fmt::format("{:04X}", static_cast<unsigned>(c));
    const unsigned rest = static_cast<unsigned>(c) - 0x10000;
    return fmt::format("{:04X}{:04X}", 0xd800u + (rest >> 10), 0xdc00u + (rest & 0x3ff));
}

}  // namespace

std::string PdfFont::encoded(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const char32_t character = take_character(text);
        if (!glyphs_.contains(character) && characters_.size() < kMostGlyphs) {
            characters_.push_back(character);
            glyphs_[character] = characters_.size();
        }
        const auto known = glyphs_.find(character);
        out += fmt::format("{:04X}", known != glyphs_.end() ? known->second : 0);
    }
    return out;
}

// Six letters that stand for the glyphs: two parts of one font in a document are told apart by them.
std::string PdfFont::name() const {
    std::uint64_t hash = 1469598103934665603u;
    for (const char32_t c : characters_) hash = (hash ^ static_cast<std::uint64_t>(c)) * 1099511628211u;
    std::string tag;
    for (int i = 0; i < 6; ++i, hash /= 26) tag += static_cast<char>('A' + hash % 26);
    return tag + "+" + fonts_.name(face_);
}

std::string PdfFont::program() const {
    std::vector<std::string> glyphs{charstring_of(fonts_.missing_glyph(face_))}, names;
    for (const char32_t c : characters_) {
        glyphs.push_back(charstring_of(fonts_.glyph(face_, c)));
        names.push_back(fmt::format("g{}", names.size() + 1));
    }
    const auto last = static_cast<unsigned>(names.size()) - 1;  // glyphs after the first of the only range
    std::string charset{'\x02'};
    for (const unsigned value : {static_cast<unsigned>(kFirstOwnString), last}) {
        charset += static_cast<char>((value >> 8) & 255);
        charset += static_cast<char>(value & 255);
    }
    const std::string head("\x01\x00\x04\x04", 4), name_index = index_of({name()}), strings = index_of(names),
                                                   outlines = index_of(glyphs);
    const auto top_of = [&](std::size_t charset_at, std::size_t outlines_at, std::size_t private_at) {
        std::string top;
        const FaceBox box = fonts_.box(face_);
        for (const double edge : {box.left, box.bottom, box.right, box.top})
            put_number(top, static_cast<int>(std::lround(edge * kUnits)));
        top += '\x05';  // FontBBox
        put_offset(top, charset_at), top += '\x0f';
        put_offset(top, outlines_at), top += '\x11';
        put_offset(top, 0), put_offset(top, private_at), top += '\x12';  // a private part without entries: no hints
        return index_of({top});
    };
    const std::size_t charset_at = head.size() + name_index.size() + top_of(0, 0, 0).size() + strings.size() + index_of({}).size();
    const std::size_t outlines_at = charset_at + charset.size();
    return head + name_index + top_of(charset_at, outlines_at, outlines_at + outlines.size()) + strings + index_of({}) + charset +
           outlines;
}

std::string PdfFont::widths() const {
    std::string out = "[1 [";
    for (const char32_t c : characters_) out += (out.back() == '[' ? "" : " ") + number(fonts_.glyph(face_, c).advance * kUnits);
    return out + "]]";
}

std::string PdfFont::characters() const {
    constexpr std::size_t most_per_part = 100;
    std::string out =
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n";
    for (std::size_t first = 0; first < characters_.size(); first += most_per_part) {
        const std::size_t count = std::min(most_per_part, characters_.size() - first);
        out += fmt::format("{} beginbfchar\n", count);
        for (std::size_t i = first; i < first + count; ++i) out += fmt::format("<{:04X}> <{}>\n", i + 1, utf16(characters_[i]));
        out += "endbfchar\n";
    }
    return out + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";
}

std::string PdfFont::descriptor(std::size_t program_object) const {
    const FaceBox box = fonts_.box(face_);
    const auto units = [](double ems) { return std::lround(ems * kUnits); };
    return fmt::format(
        "<< /Type /FontDescriptor /FontName /{} /Flags {} /FontBBox [{} {} {} {}] /ItalicAngle 0 /Ascent {} /Descent {} /CapHeight "
        "{} "
        "/StemV {} /FontFile3 {} 0 R >>",
        name(), face_ == Face::mono ? 5 : 4, units(box.left), units(box.bottom), units(box.right), units(box.top),
        units(box.ascent), units(box.descent), units(box.ascent * 0.75), face_ == Face::semibold ? 120 : 80, program_object);
}

}  // namespace warpwise::ui::figure
