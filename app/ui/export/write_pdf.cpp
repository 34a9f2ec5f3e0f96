#include <fmt/format.h>
#include <zlib.h>

#include <array>

#include "ui/export/figure_numbers.h"
#include "ui/export/figure_writers.h"
#include "ui/export/write_pdf_font.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kPointsPerUnit = 0.75;  // a CSS pixel is 1/96 inch, a point 1/72: the PDF is as large as the SVG

Result<std::string> deflated(const std::string& text) {
    uLongf size = compressBound(text.size());
    std::string out(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(), 9) != Z_OK)
        return failure("the figure could not be compressed");
    out.resize(size);
    return out;
}

// A text string of PDF: ASCII as it is, the rest as UTF-16 in hexadecimal.
std::string text_string(std::string_view text) {
    bool ascii = true;
    for (const char c : text) ascii = ascii && c >= 0x20 && c < 0x7f;
    if (ascii) {
        std::string out = "(";
        for (const char c : text) {
            if (c == '(' || c == ')' || c == '\\') out += '\\';
            out += c;
        }
        return out + ")";
    }
    std::string out = "<FEFF";
    while (!text.empty()) {
        const char32_t c = take_character(text);
        if (c < 0x10000)
            out += fmt::format("{:04X}", static_cast<unsigned>(c));
        else
            out += fmt::format("{:04X}{:04X}", 0xd800u + ((static_cast<unsigned>(c) - 0x10000) >> 10),
                               0xdc00u + ((static_cast<unsigned>(c) - 0x10000) & 0x3ff));
    }
    return out + ">";
}

std::string colour_text(Colour colour) {
    const auto channel = [&](int shift) { return fmt::format("{:.3f}", static_cast<double>((colour >> shift) & 255) / 255); };
    return channel(16) + " " + channel(8) + " " + channel(0);
}

class PdfPage {
  public:
    explicit PdfPage(const FontSet& set)
        : fonts{PdfFont(set, Face::regular), PdfFont(set, Face::semibold), PdfFont(set, Face::mono)} {}
    std::string content;
    std::array<PdfFont, 3> fonts;  // by face
    std::vector<const Raster*> rasters;

    void operator()(const Rect& rect) {
        Path path = rounded(rect.area, rect.radius);
        path.fill = rect.fill;
        path.edge = rect.edge;
        (*this)(path);
    }

    void operator()(const Path& path) {
        if (path.steps.empty() || (!path.fill && !path.edge)) return;
        if (path.fill) fill_with(*path.fill);
        if (path.edge && edge_ != path.edge) {
            content += fmt::format("{} RG {} w [{}] 0 d\n", colour_text(path.edge->colour), number(path.edge->width),
                                   path.edge->dash > 0 ? number(path.edge->dash) : "");
            edge_ = path.edge;
        }
        for (const Step& s : path.steps) {
            switch (s.kind) {
                case Step::Kind::move: content += fmt::format("{} {} m\n", number(s.to.x), number(s.to.y)); break;
                case Step::Kind::line: content += fmt::format("{} {} l\n", number(s.to.x), number(s.to.y)); break;
                case Step::Kind::curve:
                    content += fmt::format("{} {} {} {} {} {} c\n", number(s.control_1.x), number(s.control_1.y),
                                           number(s.control_2.x), number(s.control_2.y), number(s.to.x), number(s.to.y));
                    break;
                case Step::Kind::close: content += "h\n"; break;
            }
        }
        content += path.fill && path.edge ? "B\n" : path.fill ? "f\n" : "S\n";
    }

    void operator()(const Text& text) {
        if (text.text.empty()) return;
        const auto face = static_cast<std::size_t>(text.face);
        fill_with(text.colour);
        // upright in a page whose y goes down
        content += fmt::format("BT /F{} {} Tf 1 0 0 -1 {} {} Tm <{}> Tj ET\n", face, number(text.size), number(start_of(text)),
                               number(text.at.y), fonts[face].encoded(text.text));
    }

    void operator()(const Raster& raster) {
        // the unit square, upright in a page whose y goes down
        content += fmt::format("q {} 0 0 {} {} {} cm /I{} Do Q\n", number(raster.area.w), number(-raster.area.h),
                               number(raster.area.x), number(raster.area.bottom()), rasters.size());
        rasters.push_back(&raster);
    }

  private:
    void fill_with(Colour colour) {
        if (fill_ == colour) return;
        content += colour_text(colour) + " rg\n";
        fill_ = colour;
    }

    std::optional<Colour> fill_;
    std::optional<Line> edge_;
};

// Objects numbered from 1 in the order they come, and where each begins.
class Objects {
  public:
    std::string bytes = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
    void add(const std::string& body) {
        starts_.push_back(bytes.size());
        bytes += fmt::format("{} 0 obj\n{}\nendobj\n", starts_.size(), body);
    }
    Result<void> add_stream(const std::string& entries, const std::string& data) {
        const auto packed = deflated(data);
        if (!packed) return std::unexpected(packed.error());
        add(fmt::format("<< {}/Length {} /Filter /FlateDecode >>\nstream\n{}\nendstream", entries, packed->size(), *packed));
        return {};
    }
    std::size_t next() const { return starts_.size() + 1; }
    std::string finish(std::size_t root, std::size_t info) {
        const std::size_t table = bytes.size();
        bytes += fmt::format("xref\n0 {}\n0000000000 65535 f \n", starts_.size() + 1);
        for (const std::size_t start : starts_) bytes += fmt::format("{:010} 00000 n \n", start);
        bytes += fmt::format("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n", starts_.size() + 1, root,
                             info, table);
        return std::move(bytes);
    }

  private:
    std::vector<std::size_t> starts_;
};

constexpr std::size_t kFirstFree = 6;  // after catalogue, pages, page, content and info
constexpr std::size_t kObjectsOfFont = 5;

Result<void> add_font(Objects& objects, const PdfFont& font) {
    const std::size_t first = objects.next();
    objects.add(
        fmt::format("<< /Type /Font /Subtype /Type0 /BaseFont /{} /Encoding /Identity-H /DescendantFonts [{} 0 R] /ToUnicode "
                    "{} 0 R >>",
                    font.name(), first + 1, first + 3));
    objects.add(
        fmt::format("<< /Type /Font /Subtype /CIDFontType0 /BaseFont /{} /CIDSystemInfo << /Registry (Adobe) /Ordering "
                    "(Identity) /Supplement 0 >> /FontDescriptor {} 0 R /DW 0 /W {} >>",
                    font.name(), first + 2, font.widths()));
    objects.add(font.descriptor(first + 4));
    if (auto added = objects.add_stream("", font.characters()); !added) return added;
    return objects.add_stream("/Subtype /CIDFontType0C ", font.program());
}

}  // namespace

Result<std::string> pdf_of(const Figure& figure, double scale, const FontSet& fonts) {
    const double unit = kPointsPerUnit * scale, width = figure.width * unit, height = figure.height * unit;
    PdfPage page(fonts);
    page.content = fmt::format("{:.4f} 0 0 {:.4f} 0 {} cm 1 j\n", unit, -unit, number(height));
    if (figure.ground) page(Rect{{0, 0, figure.width, figure.height}, 0, *figure.ground, {}});
    for (const Primitive& primitive : figure.primitives) std::visit(page, primitive);
    std::size_t next = kFirstFree;
    std::string font_names, image_names;
    for (std::size_t i = 0; i < page.fonts.size(); ++i)
        if (page.fonts[i].is_used()) font_names += fmt::format("/F{} {} 0 R ", i, next), next += kObjectsOfFont;
    for (std::size_t i = 0; i < page.rasters.size(); ++i) image_names += fmt::format("/I{} {} 0 R ", i, next++);
    std::string resources;
    if (!font_names.empty()) resources += "/Font << " + font_names + ">> ";
    if (!image_names.empty()) resources += "/XObject << " + image_names + ">> ";
    std::string subject;
    for (const auto& [keyword, text] : figure.made_with) subject += (subject.empty() ? "" : "; ") + keyword + ": " + text;
    Objects objects;
    objects.add("<< /Type /Catalog /Pages 2 0 R >>");
    objects.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    objects.add(fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Contents 4 0 R /Resources << {}>> >>",
                            number(width), number(height), resources));
    if (const auto added = objects.add_stream("", page.content); !added) return std::unexpected(added.error());
    objects.add(fmt::format("<< /Title {} /Subject {} /Creator (Warpwise) >>", text_string(figure.title), text_string(subject)));
    for (const PdfFont& font : page.fonts)
        if (const auto added = font.is_used() ? add_font(objects, font) : Result<void>(); !added)
            return std::unexpected(added.error());
    for (const Raster* raster : page.rasters) {
        const auto added = objects.add_stream(
            fmt::format("/Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /DeviceRGB /BitsPerComponent 8 ",
                        raster->columns, raster->rows),
            {raster->rgb.begin(), raster->rgb.end()});
        if (!added) return std::unexpected(added.error());
    }
    return objects.finish(1, 5);
}

}  // namespace warpwise::ui::figure
