// Parts that several figures have: marks of devices, keys of phases, axes with powers, a sentence in front of the source.
#pragma once

#include <string>
#include <vector>

#include "ui/export/figures.h"

namespace warpwise::ui::figure {

// The words of the setting with this figure's sentence, and with its own words about the numbers before the given ones.
Words words_of(const Setting&, std::string subtitle, const std::string& source);

// A mark in the device's shape; hollow: recorded elsewhere. Of several recorded GPUs each has another shape.
void draw_mark(Page&, Point at, double radius, const DeviceId&, std::optional<std::size_t> recording);
// Of the curve with this number among several that stand for no device.
void draw_series_mark(Page&, Point at, double radius, std::size_t series);
Colour series_colour(const Palette&, std::size_t series);
// A dot for one sample.
void draw_dot(Page&, Point at, double radius, Colour, bool hollow);
void draw_cross(Page&, Point at, double radius, Colour);
inline constexpr double kMarkRadius = 4;

// The plot's area with a log axis on either side; a linear one begins at 0.
struct LogAxis {
    double low = 1, high = 10, from = 0, to = 1;
    bool linear = false;  // `low` may be 0 then
    double at(double value) const;
};
struct Plot {
    Area area;
    LogAxis x, y;
    Point at(CurvePoint p) const { return {x.at(p.x), y.at(p.y)}; }
};
// Frame, grid lines and ticks: powers of two below, durations or rates at the left. Labels keep their distance.
void draw_power_ticks(Page&, const Plot&, const std::string& title);
void draw_decades(Page&, const Plot&, const std::string& title, std::string (*text)(double));
// The same for durations on a linear axis, whose high end is one of its ticks.
void draw_linear_ticks(Page&, const Plot&, const std::string& title);
// And for counts.
void draw_count_ticks(Page&, const Plot&, const std::string& title);
// A curve through points, dashed where it is recorded; it stops short of hollow marks, so that they stay hollow on any ground.
void draw_curve(Page&, const Plot&, const std::vector<CurvePoint>&, Colour, double width, bool recorded, double mark);

// A phase's or an operation's bar, as ui/timing/phase_look.h says.
void draw_phase(Page&, std::string_view phase, Colour kernel, const Area&);

// What a view without data says; never an empty frame.
Figure empty_figure(const Setting&, const std::string& why);

// A tick of a linear axis that ends at `highest_ms`: all in one unit.
std::string tick_duration(double ms, double highest_ms);

// Of a lane of a warp, as ui/kit/lane_colour.h says for the window.
Colour colour_of_lane(const Palette&, int lane);

// "µs" for the "us" of the window's texts.
std::string with_micro(std::string text);

}  // namespace warpwise::ui::figure
