// Times by phase, a row a device; and every sample of the kernel with its median and spread.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kLabelWidth = 164, kBarHeight = 16, kStripHeight = 40, kMarkSize = 10;
constexpr std::size_t kMostRows = 24, kMostDots = 400;

std::string source_text(const std::vector<TimingRow>& rows, const char* mark_here, const char* mark_recorded) {
    const bool here = std::ranges::any_of(rows, [](const TimingRow& r) { return !r.recorded && !r.counted_only; });
    const bool recorded = std::ranges::any_of(rows, &TimingRow::recorded);
    if (here && recorded)
        return fmt::format("{} were measured here, {} recorded elsewhere, as their rows say.", mark_here, mark_recorded);
    return here ? "Measured here." : recorded ? "Recorded elsewhere, as the rows say." : "";
}

std::optional<std::size_t> recording_of(const TimingRow& row) { return row.recorded ? std::optional(row.recording) : std::nullopt; }

Colour row_colour(const Page& page, const TimingRow& row) { return device_colour(page.colours(), row.id, recording_of(row)); }

std::string title_of(const TimingRow& row) {
    const bool by_name = row.recorded || traits_of(row.id).is_gpu || traits_of(row.id).is_recorded;
    return by_name && !row.device.empty() ? row.device : short_title_of(row.id);
}

// The device's name above where its times come from; returns the height taken.
double draw_label(Page& page, const TimingRow& row, double y) {
    const double name = page.paragraph({Page::kLeft, y}, kLabelWidth - 16, title_of(row), page.bold());
    return name + page.paragraph({Page::kLeft, y + name}, kLabelWidth - 16, row.source, page.muted());
}

struct TimeAxis {
    bool logarithmic = false;
    double low = 0, high = 1, from = 0, to = 1;
    double at(double ms) const {
        if (logarithmic) return ms > low ? from + (to - from) * std::min(1.0, std::log(ms / low) / std::log(high / low)) : from;
        return from + (to - from) * std::clamp(ms / high, 0.0, 1.0);
    }
};

TimeAxis axis_of(const TimingsScene& scene, double from, double to) {
    TimeAxis axis{scene.logarithmic, 1e300, 0, from, to};
    const auto take = [&](const TimingBar& bar) {
        axis.high = std::max(axis.high, bar.total_ms());
        for (const double ms : bar.ms)
            if (ms > 0) axis.low = std::min(axis.low, ms);
    };
    for (const TimingRow& row : scene.rows) {
        if (!row.bars.empty()) take(row.bars.back());
        if (scene.with_first && row.first) take(*row.first);
    }
    if (axis.high <= 0) return {scene.logarithmic, 1e-3, 1, from, to};
    if (axis.logarithmic) {
        axis.low = std::pow(10, std::floor(std::log10(axis.low * 0.8)));
        axis.high = std::pow(10, std::ceil(std::log10(axis.high)));
    } else {
        axis.high = linear_ticks(axis.high, 8).back();
    }
    return axis;
}

// The lines stand behind the bars only: no word lies on one.
void draw_axis(Page& page, const TimeAxis& axis, const std::vector<std::pair<double, double>>& bars, double bottom) {
    const auto ticks = axis.logarithmic ? decade_ticks(axis.low, axis.high, 9) : linear_ticks(axis.high, 8);
    const TextStyle style = page.mono();
    for (const double tick : ticks) {
        const double x = axis.at(tick);
        for (const auto& [from, to] : bars) page.vertical(x, from, to, page.colours().line);
        page.vertical(x, bottom, bottom + 5, page.colours().muted);
        const std::string text = axis.logarithmic ? with_micro(short_duration(tick)) : tick_duration(tick, axis.high);
        const double half = page.width_of(text, style) / 2;
        page.text({std::clamp(x, axis.from, Page::kRight - half), bottom + 13}, text, style, Anchor::middle);
    }
}

// On a log axis each phase has a lane.
double height_of(const TimeAxis& axis, const TimingBar& bar) {
    const auto parts = static_cast<double>(std::ranges::count_if(bar.ms, [](double ms) { return ms > 0; }));
    return axis.logarithmic ? std::max(kBarHeight, (kMarkSize + 1) * parts) : kBarHeight;
}

// Stacked from zero; on a log axis, which has no zero, a mark for each phase, one lane below the other.
void draw_bar(Page& page, const TimeAxis& axis, const TimingRow& row, const TimingBar& bar, double y) {
    const Colour colour = row_colour(page, row);  // of a recorded bar as well: the legend and other views show it so
    const auto parts = std::ranges::count_if(bar.ms, [](double ms) { return ms > 0; });
    const double height = height_of(axis, bar);
    const double lane = axis.logarithmic ? height / static_cast<double>(std::max<std::ptrdiff_t>(1, parts)) : height;
    const Line dashes{page.colours().ink, 1.2, 3};
    double at = y, sum = 0, end = axis.from;
    for (std::size_t phase = 0; phase < bar.ms.size(); ++phase) {
        if (!(bar.ms[phase] > 0)) continue;
        if (axis.logarithmic) {
            const double tall = std::min(kMarkSize, lane - 1), x = axis.at(bar.ms[phase]) - kMarkSize / 2;
            if (x - 4 > axis.from) page.line({{axis.from + 4, at + tall / 2}, {x - 4, at + tall / 2}}, {page.colours().line, 1, 2});
            draw_phase(page, kTimedPhases[phase], colour, {x, at, kMarkSize, tall});
            if (row.recorded) page.add(Rect{{x - 2, at - 1.5, kMarkSize + 4, tall + 3}, 0, {}, dashes});
            at += lane;
            continue;
        }
        const double from = axis.at(sum), to = std::max(from + 1, axis.at(sum + bar.ms[phase]));
        draw_phase(page, kTimedPhases[phase], colour, {from, at, to - from, lane});
        sum += bar.ms[phase];
        end = std::max(end, to);
    }
    if (row.recorded && !axis.logarithmic) page.add(Rect{{axis.from - 1, y - 2, end - axis.from + 3, height + 4}, 0, {}, dashes});
}

// The bar with its words below, wrapped; returns the height taken.
double draw_lane(Page& page, const TimeAxis& axis, const TimingRow& row, const TimingBar* bar, const std::string& text, double y) {
    if (bar == nullptr) {
        const auto lines = page.wrapped(with_micro(text), axis.to - axis.from - 16, page.muted());
        const double height = std::max(kBarHeight + 4, static_cast<double>(lines.size()) * Page::line_height(page.muted()) + 6);
        page.add(Rect{{axis.from, y - 2, axis.to - axis.from, height}, 3, {}, Line{page.colours().line, 1, 0}});
        page.paragraph({axis.from + 8, y + 1}, axis.to - axis.from - 16, with_micro(text), page.muted());
        return height + 10;
    }
    draw_bar(page, axis, row, *bar, y);
    const double below = y + height_of(axis, *bar) + 4;
    return below - y + page.paragraph({axis.from, below}, axis.to - axis.from, with_micro(text), page.ink()) + 8;
}

bool seen(const TimingsScene& scene, std::size_t phase) {
    return std::ranges::any_of(scene.rows, [&](const TimingRow& r) {
        return (!r.bars.empty() && r.bars.back().ms[phase] > 0) || (scene.with_first && r.first && r.first->ms[phase] > 0);
    });
}

void draw_phase_legend(Page& page, const TimingsScene& scene) {
    std::vector<Page::LegendEntry> entries;
    for (std::size_t phase = 0; phase < kTimedPhases.size(); ++phase)
        if (seen(scene, phase))
            entries.push_back(
                {[&page, phase](const Area& a) { draw_phase(page, kTimedPhases[phase], page.colours().series[3], a); },
                 phase == kKernelPhase ? "kernel or routine (the device's colour)" : phase_label(phase)});
    if (entries.size() > 1) page.legend(entries);
}

std::vector<TimingRow> bounded(const std::vector<TimingRow>& rows) {
    return {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), kMostRows))};
}

std::string left_out_text(std::size_t all) {
    return all > kMostRows ? fmt::format(" {} more rows are not drawn.", all - kMostRows) : "";
}

struct Strip {
    double low = 0, high = 1;
    Area area;
    double at(double ms) const { return area.x + area.w * std::clamp((ms - low) / (high - low), 0.0, 1.0); }
};

Strip strip_of(const Measurement& m, const Area& area) {
    const double least = *std::ranges::min_element(m.samples_ms), most = *std::ranges::max_element(m.samples_ms);
    const double margin = std::max((most - least) * 0.08, std::max(m.median_ms * 0.005, 1e-9));
    return {std::max(0.0, least - margin), most + margin, area};
}

void draw_samples(Page& page, const TimingRow& row, const Strip& strip) {
    const Palette& c = page.colours();
    const Measurement& m = row.kernel;
    const Colour colour = row_colour(page, row);
    page.add(Rect{strip.area, 3, {}, Line{c.line, 1, row.recorded ? 4.0 : 0.0}});
    if (!m.too_few()) {
        const double from = strip.at(m.median_ms - m.mad_ms), to = strip.at(m.median_ms + m.mad_ms);
        page.rect({from, strip.area.y, to - from, strip.area.h}, mix(c.ground, colour, 0.2));
    }
    const double median = strip.at(m.median_ms);
    page.line({{median, strip.area.y}, {median, strip.area.bottom()}}, {c.ink, 2, row.recorded ? 3.0 : 0.0});
    const std::size_t count = m.samples_ms.size(), step = (count + kMostDots - 1) / kMostDots;
    for (std::size_t i = 0; i < count; i += step) {
        const Point at{strip.at(m.samples_ms[i]),
                       strip.area.y + strip.area.h * (static_cast<double>(i) + 0.5) / static_cast<double>(count)};
        if (row.marked.contains(i))
            draw_cross(page, at, 4, c.warn);
        else
            draw_dot(page, at, 3.2, colour, row.recorded);
    }
    const double values[] = {strip.low, (strip.low + strip.high) / 2, strip.high};
    const Anchor anchors[] = {Anchor::start, Anchor::middle, Anchor::end};
    for (std::size_t i = 0; i < 3; ++i) {
        const double x = strip.at(values[i]);
        page.vertical(std::clamp(x, strip.area.x, strip.area.right() - 1), strip.area.bottom(), strip.area.bottom() + 4, c.muted);
        page.text({x, strip.area.bottom() + 14}, with_micro(duration_text(values[i])), page.mono(), anchors[i]);
    }
}

// Label above value, side by side; returns the height taken.
double draw_figures(Page& page, const TimingRow& row, Point at, double room) {
    const TextStyle label = page.muted(), value{Face::mono, Fonts::kSmall, page.colours().ink};
    double x = at.x, y = at.y;
    for (const TimingFigure& figure : row.figures) {
        const std::string text = with_micro(figure.value);
        const double wide = std::max(page.width_of(figure.label, label), page.width_of(text, value));
        if (x > at.x && x + wide > at.x + room) x = at.x, y += 42;
        page.text({x, y + 9}, figure.label, label);
        page.text({x, y + 26}, text, value);
        x += wide + 17;
    }
    return row.figures.empty() ? 0 : y + 40 - at.y;
}

}  // namespace

Figure timing_phases_figure(const Setting& setting, const TimingsScene& given) {
    if (given.rows.empty()) return empty_figure(setting, "No run yet: run the lesson first, then each device has its times here.");
    TimingsScene scene = given;
    scene.rows = bounded(given.rows);
    Page page(setting.fonts, setting.options,
              words_of(setting, "Time by phase, per device." + left_out_text(given.rows.size()),
                       source_text(scene.rows, "Solid bars", "bars in dashed frames")));
    const TimeAxis axis = axis_of(scene, Page::kLeft + kLabelWidth, Page::kRight - 16);
    const std::size_t behind = page.mark();
    std::vector<std::pair<double, double>> bars;  // from top to bottom
    for (const TimingRow& row : scene.rows) {
        page.y += 8;
        double y = page.y + 2;
        const double label = draw_label(page, row, page.y);
        const auto lane = [&](const TimingBar* bar, const std::string& text) {
            if (bar != nullptr) bars.emplace_back(y - 5, y + height_of(axis, *bar) + 3);
            y += draw_lane(page, axis, row, bar, text, y);
        };
        if (scene.with_first && row.first) lane(&*row.first, row.first_text);
        if (!row.bars.empty())
            lane(&row.bars.back(), (scene.with_first ? "later runs: " : "") + row.text);
        else if (!row.counted_only || !scene.with_first || !row.first)
            lane(nullptr, row.text);
        page.y = std::max(y, page.y + label + 8);
    }
    if (!bars.empty()) {
        const double bottom = page.y;
        page.below(behind, [&] { draw_axis(page, axis, bars, bottom); });
        page.y = bottom + 30;
        if (axis.logarithmic)
            page.y += page.paragraph({axis.from, page.y}, axis.to - axis.from, "time, log scale: each phase has a bar of its own",
                                     page.muted());
    }
    page.y += 6;
    draw_phase_legend(page, scene);
    return page.finish(setting.made_with);
}

Figure timing_samples_figure(const Setting& setting, const TimingsScene& given) {
    if (given.rows.empty())
        return empty_figure(setting, "No run yet: run the lesson first, then each device has its samples here.");
    const std::vector<TimingRow> rows = bounded(given.rows);
    Page page(setting.fonts, setting.options,
              words_of(setting,
                       "Every sample of the kernel, from top to bottom as it was taken. Line: median. Band: median absolute "
                       "deviation. Each device has an axis of its own." +
                           left_out_text(given.rows.size()),
                       source_text(rows, "Full dots", "open dots")));
    const double x = Page::kLeft + kLabelWidth, room = Page::kRight - x;
    for (const TimingRow& row : rows) {
        const double top = page.y, label = draw_label(page, row, top);
        double y = top + 2;
        const Area area{x, y, room, kStripHeight};
        if (row.kernel.samples_ms.empty()) {
            y += draw_lane(page, {false, 0, 1, x, x + room}, row, nullptr,
                           row.counted_only ? row.text : "no warm sample: it ran once", y + 2);
        } else {
            draw_samples(page, row, strip_of(row.kernel, area));
            y = area.bottom() + 28;
        }
        y += draw_figures(page, row, {x, y}, room);
        page.y = std::max(y, top + label) + 12;
    }
    if (std::ranges::any_of(rows, [](const TimingRow& row) { return !row.marked.empty(); }))
        page.legend({{[&page](const Area& a) { draw_cross(page, {a.middle_x(), a.middle_y()}, 4, page.colours().warn); },
                      "marked sample: an outlier, or taken while the device was throttled"}});
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
