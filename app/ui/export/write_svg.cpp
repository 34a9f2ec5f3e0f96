#include <fmt/format.h>

#include "base/base64.h"
#include "base/files.h"
#include "ui/export/figure_numbers.h"
#include "ui/export/figure_writers.h"

namespace warpwise::ui::figure {
namespace {

// What XML allows and no more: a lesson's title may hold anything.
std::string escaped(std::string_view text) {
    if (!is_utf8(text)) text = "?";
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c; break;
        }
    }
    return out;
}

std::string hex(Colour colour) { return fmt::format("#{:06x}", colour); }

std::string paint(const std::optional<Colour>& fill, const std::optional<Line>& edge) {
    std::string text = fill ? fmt::format(" fill=\"{}\"", hex(*fill)) : " fill=\"none\"";
    if (!edge) return text;
    text += fmt::format(" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", hex(edge->colour), number(edge->width));
    if (edge->dash > 0) text += fmt::format(" stroke-dasharray=\"{0} {0}\"", number(edge->dash));
    return text;
}

std::string steps_of(const Path& path) {
    std::string d;
    for (const Step& s : path.steps) {
        switch (s.kind) {
            case Step::Kind::move: d += fmt::format("M{} {}", number(s.to.x), number(s.to.y)); break;
            case Step::Kind::line: d += fmt::format("L{} {}", number(s.to.x), number(s.to.y)); break;
            case Step::Kind::curve:
                d += fmt::format("C{} {} {} {} {} {}", number(s.control_1.x), number(s.control_1.y), number(s.control_2.x),
                                 number(s.control_2.y), number(s.to.x), number(s.to.y));
                break;
            case Step::Kind::close: d += "Z"; break;
        }
    }
    return d;
}

struct Writer {
    std::string out;

    void operator()(const Rect& rect) {
        out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(rect.area.x), number(rect.area.y),
                           number(rect.area.w), number(rect.area.h));
        if (rect.radius > 0) out += fmt::format(" rx=\"{}\"", number(rect.radius));
        out += paint(rect.fill, rect.edge) + "/>\n";
    }

    void operator()(const Path& path) {
        if (!path.steps.empty()) out += fmt::format("<path d=\"{}\"{}/>\n", steps_of(path), paint(path.fill, path.edge));
    }

    void operator()(const Text& text) {
        static constexpr const char* anchors[] = {"start", "middle", "end"};
        out += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"", number(text.at.x), number(text.at.y),
                           number(text.size), hex(text.colour));
        if (text.face == Face::semibold) out += " font-weight=\"600\"";
        if (text.face == Face::mono) out += " font-family=\"'JetBrains Mono','DejaVu Sans Mono',Consolas,monospace\"";
        if (text.anchor != Anchor::start) out += fmt::format(" text-anchor=\"{}\"", anchors[static_cast<std::size_t>(text.anchor)]);
        // another font of the reader's must not run into what stands beside it
        if (text.width > 0) out += fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", number(text.width));
        out += fmt::format(">{}</text>\n", escaped(text.text));
    }

    void operator()(const Raster& raster) {
        const auto png = encode_png({raster.columns, raster.rows, raster.rgb}, {});
        if (!png) return;
        out += fmt::format(
            "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" image-rendering=\"pixelated\" "
            "href=\"data:image/png;base64,{}\"/>\n",
            number(raster.area.x), number(raster.area.y), number(raster.area.w), number(raster.area.h), base64(*png));
    }
};

}  // namespace

std::string svg_of(const Figure& figure, double scale) {
    Writer writer;
    writer.out = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" "
        "xml:space=\"preserve\" "
        "font-family=\"Inter,'Helvetica Neue',Arial,sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n",
        number(figure.width * scale), number(figure.height * scale), number(figure.width), number(figure.height),
        escaped(figure.title), escaped(figure.description));
    if (!figure.made_with.empty()) {
        writer.out += "<metadata>\n";
        for (const auto& [keyword, text] : figure.made_with) writer.out += fmt::format("{}: {}\n", escaped(keyword), escaped(text));
        writer.out += "</metadata>\n";
    }
    if (figure.ground) writer(Rect{{0, 0, figure.width, figure.height}, 0, *figure.ground, {}});
    for (const Primitive& primitive : figure.primitives) std::visit(writer, primitive);
    return writer.out + "</svg>\n";
}

}  // namespace warpwise::ui::figure
