// A drawing as a list of shapes and texts, ready for any of the writers (figure_writers.h). One unit is a pixel at scale 1.
// No window library in this folder but in its panels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpwise::ui::figure {

using Colour = std::uint32_t;              // 0xRRGGBB
Colour mix(Colour a, Colour b, double t);  // t = 0: a

struct Point {
    double x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

struct Area {
    double x = 0, y = 0, w = 0, h = 0;
    double right() const { return x + w; }
    double bottom() const { return y + h; }
    double middle_x() const { return x + w / 2; }
    double middle_y() const { return y + h / 2; }
    bool operator==(const Area&) const = default;
};

struct Line {
    Colour colour = 0;
    double width = 1;
    double dash = 0;  // length of a dash and of the gap after it; 0: solid
    bool operator==(const Line&) const = default;
};

struct Rect {
    Area area;
    double radius = 0;
    std::optional<Colour> fill;
    std::optional<Line> edge;
    bool operator==(const Rect&) const = default;
};

struct Step {
    enum class Kind : std::uint8_t { move, line, curve, close } kind = Kind::move;
    Point to, control_1, control_2;  // the controls are a curve's
    bool operator==(const Step&) const = default;
};

// One or more outlines, filled where they wind around a point.
struct Path {
    std::vector<Step> steps;
    std::optional<Colour> fill;
    std::optional<Line> edge;

    void move_to(Point p) { steps.push_back({Step::Kind::move, p, {}, {}}); }
    void line_to(Point p) { steps.push_back({Step::Kind::line, p, {}, {}}); }
    void curve_to(Point c1, Point c2, Point p) { steps.push_back({Step::Kind::curve, p, c1, c2}); }
    void close() { steps.push_back({Step::Kind::close, {}, {}, {}}); }
    bool operator==(const Path&) const = default;
};

enum class Face { regular, semibold, mono };
enum class Anchor { start, middle, end };

struct Text {
    Point at;  // on the baseline
    std::string text;
    Face face = Face::regular;
    double size = 12;
    Colour colour = 0;
    Anchor anchor = Anchor::start;
    double width = 0;  // as laid out: another font of the reader's is fitted into it
    bool operator==(const Text&) const = default;
};

// A picture of `columns` x `rows` pixels with sharp edges, from the top.
struct Raster {
    Area area;
    int columns = 0, rows = 0;
    std::vector<std::uint8_t> rgb;
    bool operator==(const Raster&) const = default;
};

using Primitive = std::variant<Rect, Path, Text, Raster>;

struct Figure {
    double width = 0, height = 0;
    std::optional<Colour> ground;  // nothing: transparent
    std::string title, description;
    std::vector<Primitive> primitives;
    std::vector<std::pair<std::string, std::string>> made_with;  // keyword and text, for the file's own properties
    bool operator==(const Figure&) const = default;
};

// An outline of a rectangle with round corners.
Path rounded(const Area&, double radius);
// Parallel lines at 45 degrees, cut to the area; `rising`: from the lower left to the upper right. They meet those of a
// neighbouring area.
void add_hatch(Path&, const Area&, double step, bool rising);
// Curves replaced by straight pieces; one list of points for each outline. The flag says that it is closed.
std::vector<std::pair<std::vector<Point>, bool>> flattened(const Path&);
// The dashes of a path, each a list of points.
std::vector<std::vector<Point>> dashes_of(const Path&, double dash);

}  // namespace warpwise::ui::figure
