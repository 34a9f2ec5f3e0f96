// Copies and kernels as they went, a row a stream, the chunk's number in each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"
#include "ui/timing/timeline_layout.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kRowHeight = 38, kMostHeight = 480;
constexpr std::size_t kMostSpans = 3000;

void draw_operation(Page& page, std::string_view operation, const Area& area) {
    draw_phase(page, operation, page.colours().series[3], area);
}

struct TimeScale {
    TimeWindow window;
    double from = 0, to = 1;
    double at(double ms) const { return from + (to - from) * (ms - window.begin_ms) / window.length(); }
};

void draw_axis(Page& page, const TimeScale& scale, double top, double bottom) {
    const auto ticks = linear_ticks(scale.window.length(), 8);
    const double step = ticks.size() > 1 ? ticks[1] : scale.window.length();
    const TextStyle style = page.mono();
    for (double at = std::ceil(scale.window.begin_ms / step - 1e-9) * step; at <= scale.window.end_ms + step * 1e-9; at += step) {
        const double x = scale.at(at);
        page.vertical(x, top, bottom, page.colours().line);
        const std::string text = tick_duration(std::abs(at) < step * 1e-6 ? 0 : at, scale.window.end_ms);
        page.text({std::min(x, Page::kRight - page.width_of(text, style) / 2), bottom + 14}, text, style, Anchor::middle);
    }
}

void draw_number(Page& page, int chunk, const Area& area) {
    const std::string text = std::to_string(chunk);
    const TextStyle style{Face::semibold, Fonts::kSmall, page.colours().ink};
    const double width = page.width_of(text, style) + 8;
    if (area.w < width + 3 || area.h < 18) return;
    page.rect({area.middle_x() - width / 2, area.middle_y() - 8, width, 16}, page.colours().ground, 3);
    page.text({area.middle_x(), area.middle_y()}, text, style, Anchor::middle);
}

// At its middle or, while the other streams wait, never two of one name at one place.
void draw_spans(Page& page, const TimelineScene& scene, const TimeScale& scale, const std::vector<int>& streams, double top,
                double row) {
    for (std::size_t i = 0; i < std::min(scene.spans.size(), kMostSpans); ++i) {
        const StreamSpan& span = scene.spans[i];
        const auto place = static_cast<double>(std::ranges::find(streams, span.stream) - streams.begin());
        const double x0 = scale.at(span.begin_ms), x1 = std::max(x0 + 1, scale.at(span.end_ms));
        const Area area{x0, top + place * row + 4, x1 - x0, row - 8};
        draw_operation(page, span.operation, area);
        if (scene.recorded && area.w > 3) page.add(Rect{area, 0, {}, Line{page.colours().ink, 1, 3}});
        draw_number(page, span.chunk, area);
    }
}

}  // namespace

Figure timeline_figure(const Setting& setting, const TimelineScene& scene) {
    if (scene.spans.empty())
        return empty_figure(setting, "No timeline: run on a GPU with more than one chunk, or open a recording that has one.");
    std::string subtitle = with_micro(overlap_text(overlap_of(scene.spans))) + ".";
    if (scene.spans.size() > kMostSpans) subtitle += fmt::format(" The first {} operations are drawn.", kMostSpans);
    const std::string date = scene.date.substr(0, 10);
    Page page(setting.fonts, setting.options,
              words_of(setting, subtitle,
                       scene.recorded ? fmt::format("Recorded on {}, {}; dashed frames say so.", scene.device, date)
                                      : fmt::format("Measured here on {}, {}.", scene.device, date)));
    const std::vector<int> streams = streams_of(scene.spans);
    double label = 0;
    for (const int stream : streams) label = std::max(label, page.width_of(fmt::format("stream {}", stream), page.bold()));
    const TimeScale scale{whole_of(scene.spans), Page::kLeft + label + 16, Page::kRight - 8};
    const auto rows = static_cast<double>(streams.size());
    const double row = std::min(kRowHeight, kMostHeight / rows), top = page.y, bottom = top + row * rows;
    draw_axis(page, scale, top, bottom);
    double last = -1e9;
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const double y = top + (static_cast<double>(i) + 0.5) * row;
        if (y - last < 15) continue;
        last = y;
        page.text({Page::kLeft, y}, fmt::format("stream {}", streams[i]), page.bold());
    }
    draw_spans(page, scene, scale, streams, top, row);
    page.y = bottom + 36;
    std::vector<Page::LegendEntry> entries;
    constexpr std::pair<std::string_view, const char*> operations[] = {
        {"copy_in", "copy in"}, {"kernel", "kernel"}, {"copy_out", "copy out"}};
    for (const auto& [operation, name] : operations)
        entries.push_back({[&page, operation](const Area& a) { draw_operation(page, operation, a); }, name});
    entries.push_back(
        {[&page](const Area& a) { draw_number(page, 0, {a.x - 2, a.y - 4, a.w + 4, a.h + 8}); }, "number of the chunk"});
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
