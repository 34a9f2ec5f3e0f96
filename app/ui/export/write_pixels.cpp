// The figure as pixels: FreeType's rasteriser fills every shape, its stroker makes lines into shapes.
#include <ft2build.h>

#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_STROKER_H

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "ui/export/figure_writers.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kLargestPictureEdge = 16384;
constexpr std::size_t kMostPoints = 32000;  // FreeType counts an outline's points in 15 bits

struct Library {
    FT_Library handle = nullptr;
    Library() { FT_Init_FreeType(&handle); }
    ~Library() { FT_Done_FreeType(handle); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
};

// An outline that owns its points.
struct Outline {
    std::vector<FT_Vector> points;
    std::vector<char> tags;
    std::vector<short> contours;

    void add(FT_Vector point, char tag) {
        points.push_back(point);
        tags.push_back(tag);
    }
    void end_contour() {
        const short last = static_cast<short>(points.size()) - 1;
        if (!points.empty() && (contours.empty() || contours.back() != last)) contours.push_back(last);
    }
    FT_Outline view() {
        FT_Outline outline{};
        outline.n_points = static_cast<short>(points.size());
        outline.n_contours = static_cast<short>(contours.size());
        outline.points = points.data();
        outline.tags = tags.data();
        outline.contours = contours.data();
        return outline;
    }
};

Colour mean_of(const Raster& raster, int left, int right, int top, int bottom) {
    std::array<unsigned, 3> sum{};
    for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column)
            for (std::size_t c = 0; c < 3; ++c)
                sum[c] += raster.rgb[(static_cast<std::size_t>(row) * static_cast<std::size_t>(raster.columns) +
                                      static_cast<std::size_t>(column)) *
                                         3 +
                                     c];
    const auto count = static_cast<unsigned>((right - left) * (bottom - top));
    return (sum[0] / count) << 16 | (sum[1] / count) << 8 | sum[2] / count;
}

class Canvas {
  public:
    Canvas(const Library& library, int width, int height, double scale) : library_(library.handle), scale_(scale) {
        pixels_.width = width;
        pixels_.height = height;
        pixels_.rgba.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 0);
    }

    void clear(Colour colour) {
        for (int y = 0; y < pixels_.height; ++y) blend(0, y, pixels_.width, 255, colour);
    }

    void fill(const Path& path, Colour colour) {
        Outline outline;
        for (const Step& step : path.steps) {
            switch (step.kind) {
                case Step::Kind::move:
                    outline.end_contour();
                    // a text or a hatch of any length goes in parts
                    if (outline.points.size() > kMostPoints) flush(outline, colour);
                    outline.add(place(step.to), FT_CURVE_TAG_ON);
                    break;
                case Step::Kind::line: outline.add(place(step.to), FT_CURVE_TAG_ON); break;
                case Step::Kind::curve:
                    outline.add(place(step.control_1), FT_CURVE_TAG_CUBIC);
                    outline.add(place(step.control_2), FT_CURVE_TAG_CUBIC);
                    outline.add(place(step.to), FT_CURVE_TAG_ON);
                    break;
                case Step::Kind::close: break;  // every contour is closed when it is filled
            }
        }
        outline.end_contour();
        flush(outline, colour);
    }

    void stroke(const Path& path, const Line& line) {
        if (line.dash > 0) {
            for (const auto& dash : dashes_of(path, line.dash)) stroke_outline(dash, false, line);
            return;
        }
        for (const auto& [points, closed] : flattened(path)) stroke_outline(points, closed, line);
    }

    // Enlarged pixels stay sharp; of a picture that is made smaller, a pixel is the mean of those below it.
    void put(const Raster& raster) {
        const int x0 = edge(raster.area.x, pixels_.width), x1 = edge(raster.area.right(), pixels_.width);
        const int y0 = edge(raster.area.y, pixels_.height), y1 = edge(raster.area.bottom(), pixels_.height);
        const auto below = [&](int at, int first, int last, int count) {
            const double step = static_cast<double>(count) / std::max(1, last - first), from = (at - first) * step;
            const double rounding = step > 1 ? 0.5 : 0;
            const int low = std::clamp(static_cast<int>(from + rounding), 0, count - 1);
            return std::pair{low, std::clamp(static_cast<int>(from + step + rounding), low + 1, count)};
        };
        for (int y = y0; y < y1; ++y) {
            const auto [top, bottom] = below(y, y0, y1, raster.rows);
            for (int x = x0; x < x1; ++x) {
                const auto [left, right] = below(x, x0, x1, raster.columns);
                blend(x, y, 1, 255, mean_of(raster, left, right, top, bottom));
            }
        }
    }

    // Straight colour of what is premultiplied here.
    Pixels take() {
        for (std::size_t i = 0; i < pixels_.rgba.size(); i += 4) {
            const unsigned alpha = pixels_.rgba[i + 3];
            if (alpha == 0 || alpha == 255) continue;
            for (std::size_t c = 0; c < 3; ++c)
                pixels_.rgba[i + c] = static_cast<std::uint8_t>(std::min(255u, (pixels_.rgba[i + c] * 255u + alpha / 2) / alpha));
        }
        return std::move(pixels_);
    }

  private:
    int edge(double at, int most) const { return std::clamp(static_cast<int>(std::lround(at * scale_)), 0, most); }

    // 26.6, with y upwards as FreeType has it
    FT_Vector place(Point p) const { return {std::lround(p.x * scale_ * 64), std::lround((pixels_.height - p.y * scale_) * 64)}; }

    void blend(int x, int y, int count, unsigned coverage, Colour colour) {
        const unsigned source[4] = {(colour >> 16) & 255, (colour >> 8) & 255, colour & 255, 255};
        std::uint8_t* p = pixels_.rgba.data() +
                          (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels_.width) + static_cast<std::size_t>(x)) * 4;
        for (int i = 0; i < count; ++i, p += 4)
            for (std::size_t c = 0; c < 4; ++c)
                p[c] = static_cast<std::uint8_t>((source[c] * coverage + p[c] * (255 - coverage) + 127) / 255);
    }

    struct Brush {
        Canvas* canvas;
        Colour colour;
    };

    static void spans(int y, int count, const FT_Span* spans, void* user) {
        const Brush& brush = *static_cast<const Brush*>(user);
        const int row = brush.canvas->pixels_.height - 1 - y;
        for (int i = 0; i < count; ++i) brush.canvas->blend(spans[i].x, row, spans[i].len, spans[i].coverage, brush.colour);
    }

    void render(FT_Outline outline, Colour colour) {
        Brush brush{this, colour};
        FT_Raster_Params params{};
        params.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP;
        params.gray_spans = spans;
        params.user = &brush;
        params.clip_box = {0, 0, pixels_.width, pixels_.height};
        FT_Outline_Render(library_, &outline, &params);
    }

    void flush(Outline& outline, Colour colour) {
        if (!outline.contours.empty()) render(outline.view(), colour);
        outline = {};
    }

    void stroke_outline(std::span<const Point> points, bool closed, const Line& line) {
        FT_Stroker stroker = nullptr;
        if (points.size() < 2 || FT_Stroker_New(library_, &stroker) != 0) return;
        FT_Stroker_Set(stroker, std::lround(line.width * scale_ * 32), FT_STROKER_LINECAP_BUTT, FT_STROKER_LINEJOIN_ROUND, 0);
        FT_Vector at = place(points[0]);
        FT_Stroker_BeginSubPath(stroker, &at, closed ? 0 : 1);
        for (const Point p : points.subspan(1)) {
            at = place(p);
            FT_Stroker_LineTo(stroker, &at);
        }
        FT_Stroker_EndSubPath(stroker);
        FT_UInt point_count = 0, contour_count = 0;
        FT_Stroker_GetCounts(stroker, &point_count, &contour_count);
        FT_Outline outline{};
        if (point_count <= kMostPoints &&
            FT_Outline_New(library_, point_count, static_cast<FT_Int>(contour_count), &outline) == 0) {
            outline.n_points = outline.n_contours = 0;
            FT_Stroker_Export(stroker, &outline);
            render(outline, line.colour);
            FT_Outline_Done(library_, &outline);
        }
        FT_Stroker_Done(stroker);
    }

    FT_Library library_;
    double scale_;
    Pixels pixels_;
};

}  // namespace

Image Pixels::over(Colour ground) const {
    Image image{width, height, {}};
    image.rgb.reserve(rgba.size() / 4 * 3);
    for (std::size_t i = 0; i < rgba.size(); i += 4)
        for (std::size_t c = 0; c < 3; ++c) {
            const unsigned below = (ground >> (16 - 8 * c)) & 255, alpha = rgba[i + 3];
            image.rgb.push_back(static_cast<std::uint8_t>((rgba[i + c] * alpha + below * (255 - alpha) + 127) / 255));
        }
    return image;
}

Result<Pixels> pixels_of(const Figure& figure, double scale, const FontSet& fonts) {
    const double width = std::ceil(figure.width * scale - 1e-6), height = std::ceil(figure.height * scale - 1e-6);
    if (!(width >= 1) || !(height >= 1) || width > kLargestPictureEdge || height > kLargestPictureEdge)
        return failure(fmt::format("a figure of {:.0f} x {:.0f} pixels cannot be drawn", width, height),
                       fmt::format("Edges lie between 1 and {:.0f} pixels; choose a smaller scale.", kLargestPictureEdge));
    const Library library;
    if (library.handle == nullptr) return failure("FreeType could not start: no figure can be drawn");
    Canvas canvas(library, static_cast<int>(width), static_cast<int>(height), scale);
    if (figure.ground) canvas.clear(*figure.ground);
    const auto draw_path = [&](const Path& path) {
        if (path.fill) canvas.fill(path, *path.fill);
        if (path.edge) canvas.stroke(path, *path.edge);
    };
    for (const Primitive& primitive : figure.primitives) {
        if (const auto* path = std::get_if<Path>(&primitive)) {
            draw_path(*path);
        } else if (const auto* rect = std::get_if<Rect>(&primitive)) {
            Path outline = rounded(rect->area, rect->radius);
            outline.fill = rect->fill;
            outline.edge = rect->edge;
            draw_path(outline);
        } else if (const auto* text = std::get_if<Text>(&primitive)) {
            Path glyphs;
            fonts.add_outlines(glyphs, text->text, text->face, text->size, {start_of(*text), text->at.y});
            canvas.fill(glyphs, text->colour);
        } else {
            canvas.put(std::get<Raster>(primitive));
        }
    }
    return canvas.take();
}

}  // namespace warpwise::ui::figure
