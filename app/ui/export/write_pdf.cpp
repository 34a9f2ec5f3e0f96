#include <fmt/format.h>
#include <zlib.h>

#include "ui/export/figure_numbers.h"
#include "ui/export/figure_writers.h"

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
    explicit PdfPage(const FontSet& fonts) : fonts_(fonts) {}
    std::string content;
    std::vector<const Raster*> rasters;

    void operator()(const Rect& rect) {
        Path path = rounded(rect.area, rect.radius);
        path.fill = rect.fill;
        path.edge = rect.edge;
        (*this)(path);
    }

    void operator()(const Path& path) {
        if (path.steps.empty() || (!path.fill && !path.edge)) return;
        if (path.fill && fill_ != path.fill) {
            content += colour_text(*path.fill) + " rg\n";
            fill_ = path.fill;
        }
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
        Path glyphs;
        glyphs.fill = text.colour;
        fonts_.add_outlines(glyphs, text.text, text.face, text.size, {start_of(text), text.at.y});
        (*this)(glyphs);
    }

    void operator()(const Raster& raster) {
        // the unit square, upright in a page whose y goes down
        content += fmt::format("q {} 0 0 {} {} {} cm /I{} Do Q\n", number(raster.area.w), number(-raster.area.h),
                               number(raster.area.x), number(raster.area.bottom()), rasters.size());
        rasters.push_back(&raster);
    }

  private:
    const FontSet& fonts_;
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

}  // namespace

Result<std::string> pdf_of(const Figure& figure, double scale, const FontSet& fonts) {
    const double unit = kPointsPerUnit * scale, width = figure.width * unit, height = figure.height * unit;
    PdfPage page(fonts);
    page.content = fmt::format("{:.4f} 0 0 {:.4f} 0 {} cm 1 j\n", unit, -unit, number(height));
    if (figure.ground) page(Rect{{0, 0, figure.width, figure.height}, 0, *figure.ground, {}});
    for (const Primitive& primitive : figure.primitives) std::visit(page, primitive);
    const auto content = deflated(page.content);
    if (!content) return std::unexpected(content.error());

    constexpr std::size_t first_image = 6;  // after catalogue, pages, page, content and info
    std::string images;
    for (std::size_t i = 0; i < page.rasters.size(); ++i) images += fmt::format("/I{} {} 0 R ", i, first_image + i);
    std::string subject;
    for (const auto& [keyword, text] : figure.made_with) subject += (subject.empty() ? "" : "; ") + keyword + ": " + text;
    Objects objects;
    objects.add("<< /Type /Catalog /Pages 2 0 R >>");
    objects.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    objects.add(fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Contents 4 0 R /Resources << {} >> >>",
                            number(width), number(height), images.empty() ? "" : "/XObject << " + images + ">>"));
    objects.add(fmt::format("<< /Length {} /Filter /FlateDecode >>\nstream\n{}\nendstream", content->size(), *content));
    objects.add(fmt::format("<< /Title {} /Subject {} /Creator (Warpwise) >>", text_string(figure.title), text_string(subject)));
    for (const Raster* raster : page.rasters) {
        const auto data = deflated({raster->rgb.begin(), raster->rgb.end()});
        if (!data) return std::unexpected(data.error());
        objects.add(
            fmt::format("<< /Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length "
                        "{} /Filter /FlateDecode >>\nstream\n{}\nendstream",
                        raster->columns, raster->rows, data->size(), *data));
    }
    return objects.finish(1, 5);
}

}  // namespace warpwise::ui::figure
