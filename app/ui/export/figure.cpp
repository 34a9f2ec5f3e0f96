#include "ui/export/figure.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui::figure {
namespace {

constexpr int kPiecesPerCurve = 24;

Point between(Point a, Point b, double t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

Point on_curve(Point a, Point c1, Point c2, Point b, double t) {
    const Point ab = between(a, c1, t), bc = between(c1, c2, t), cd = between(c2, b, t);
    return between(between(ab, bc, t), between(bc, cd, t), t);
}

}  // namespace

Colour mix(Colour a, Colour b, double t) {
    Colour mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double from = (a >> shift) & 255, to = (b >> shift) & 255;
        mixed |= static_cast<Colour>(std::lround(from + (to - from) * t)) << shift;
    }
    return mixed;
}

Path rounded(const Area& area, double radius) {
    Path path;
    const double r = std::min({radius, area.w / 2, area.h / 2}), k = r * 0.4477;  // 1 - 0.5523: the circle's control points
    const double x0 = area.x, y0 = area.y, x1 = area.right(), y1 = area.bottom();
    if (!(r > 0)) {
        path.move_to({x0, y0});
        for (const Point p : {Point{x1, y0}, Point{x1, y1}, Point{x0, y1}}) path.line_to(p);
        path.close();
        return path;
    }
    path.move_to({x0 + r, y0});
    path.line_to({x1 - r, y0});
    path.curve_to({x1 - k, y0}, {x1, y0 + k}, {x1, y0 + r});
    path.line_to({x1, y1 - r});
    path.curve_to({x1, y1 - k}, {x1 - k, y1}, {x1 - r, y1});
    path.line_to({x0 + r, y1});
    path.curve_to({x0 + k, y1}, {x0, y1 - k}, {x0, y1 - r});
    path.line_to({x0, y0 + r});
    path.curve_to({x0, y0 + k}, {x0 + k, y0}, {x0 + r, y0});
    path.close();
    return path;
}

void add_hatch(Path& path, const Area& area, double step, bool rising) {
    // the lines x + y = c (rising) or x - y = c
    const double low = rising ? area.x + area.y : area.x - area.bottom();
    const double high = rising ? area.right() + area.bottom() : area.right() - area.y;
    for (double c = (std::floor(low / step) + 1) * step; c < high; c += step) {
        const auto y_at = [&](double x) { return rising ? c - x : x - c; };
        const auto x_at = [&](double y) { return rising ? c - y : c + y; };
        const double x0 = std::max(area.x, rising ? x_at(area.bottom()) : x_at(area.y));
        const double x1 = std::min(area.right(), rising ? x_at(area.y) : x_at(area.bottom()));
        if (x1 - x0 < 0.25) continue;
        path.move_to({x0, y_at(x0)});
        path.line_to({x1, y_at(x1)});
    }
}

std::vector<std::pair<std::vector<Point>, bool>> flattened(const Path& path) {
    std::vector<std::pair<std::vector<Point>, bool>> outlines;
    for (const Step& step : path.steps) {
        if (step.kind == Step::Kind::move) {
            outlines.push_back({{step.to}, false});
            continue;
        }
        if (outlines.empty()) continue;
        auto& [points, closed] = outlines.back();
        if (step.kind == Step::Kind::line) points.push_back(step.to);
        if (step.kind == Step::Kind::close) closed = true;
        if (step.kind != Step::Kind::curve) continue;
        const Point from = points.back();
        for (int i = 1; i <= kPiecesPerCurve; ++i)
            points.push_back(on_curve(from, step.control_1, step.control_2, step.to, static_cast<double>(i) / kPiecesPerCurve));
    }
    return outlines;
}

std::vector<std::vector<Point>> dashes_of(const Path& path, double dash) {
    std::vector<std::vector<Point>> dashes;
    for (auto& [points, closed] : flattened(path)) {
        std::vector<Point> outline = points;
        if (closed) outline.push_back(outline.front());
        double left = dash;  // of the present dash or gap
        bool drawing = true;
        std::vector<Point> now{outline.front()};
        for (std::size_t i = 1; i < outline.size(); ++i) {
            Point at = outline[i - 1];
            double length = std::hypot(outline[i].x - at.x, outline[i].y - at.y);
            while (length > left) {
                at = between(at, outline[i], left / length);
                length -= left;
                if (drawing) {
                    now.push_back(at);
                    dashes.push_back(std::move(now));
                }
                now = {at};
                drawing = !drawing;
                left = dash;
            }
            left -= length;
            now.push_back(outline[i]);
        }
        if (drawing && now.size() > 1) dashes.push_back(std::move(now));
    }
    return dashes;
}

}  // namespace warpwise::ui::figure
