// Ranks of MPI: a row each, with calls and launches on one clock, and an arrow per message.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"
#include "ui/timing/ranks_words.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kRankRow = 56, kRankBar = 24, kFlightBar = 4, kHead = 7;
constexpr std::size_t kMostDrawnCalls = 2000;

Colour colour_of_bar(const Palette& c, RankBar bar) {
    switch (bar) {
        case RankBar::kernel: return c.series[4];
        case RankBar::copy: return c.series[2];
        case RankBar::send: return c.blocks[0];
        case RankBar::receive: return c.blocks[2];
        case RankBar::exchange: return mix(c.blocks[0], c.blocks[2], 0.5);
        case RankBar::collective: return c.blocks[1];
        case RankBar::wait: return c.blocks[3];
        case RankBar::finalize: break;
    }
    return c.line;
}

void draw_message(Page& page, Point from, Point to, Colour colour, double width) {
    const double dx = to.x - from.x, dy = to.y - from.y, length = std::sqrt(dx * dx + dy * dy);
    if (length < 1) return;
    const double ux = dx / length, uy = dy / length;
    const Point base{to.x - ux * kHead, to.y - uy * kHead};
    page.line({from, base}, {colour, width});
    Path head;
    head.fill = colour;
    head.move_to(to);
    head.line_to({base.x - uy * kHead / 2, base.y + ux * kHead / 2});
    head.line_to({base.x + uy * kHead / 2, base.y - ux * kHead / 2});
    head.close();
    page.add(std::move(head));
}

struct RankRows {
    double left = 0, right = 1, top = 0, length_s = 1;
    double x(double seconds) const { return left + (right - left) * seconds / length_s; }
    double middle(int rank) const { return top + (rank + 0.5) * kRankRow; }
};

void draw_pause(Page& page, const Area& area, Colour colour) {
    page.rect(area, mix(page.colours().ground, colour, 0.25));
    page.hatch(area, colour, 6, true);
    page.add(Rect{area, 0, {}, Line{colour, 1}});
}

}  // namespace

Figure ranks_figure(const Setting& setting, const JobRun* run) {
    if (run == nullptr || run->timeline.rows.empty()) return empty_figure(setting, "No ranks to draw: run a job first.");
    const RankTimeline& timeline = run->timeline;
    std::string subtitle = verdict_sentence(*run) + " " + summary_of(timeline);
    if (timeline.is_stuck())
        for (const RankPause& pause : timeline.pauses)
            if (pause.is_for_ever) subtitle += " " + call_sentence(timeline, pause.rank, pause.call);
    Page page(setting.fonts, setting.options,
              words_of(setting, subtitle,
                       fmt::format("Job {}: {}", run->job,
                                   text_of(run->gpus, static_cast<int>(timeline.rows.size()), run->recorded_on))));
    const Palette& c = page.colours();
    const RankRows rows{Page::kLeft + 60, Page::kRight - 8, page.y, std::max(1e-9, timeline.length_s * 1.02)};
    const double bottom = rows.top + kRankRow * static_cast<double>(timeline.rows.size());
    for (const double tick : linear_ticks(1e3 * rows.length_s, 8)) {
        if (tick > 1e3 * rows.length_s) continue;
        page.vertical(rows.x(tick / 1e3), rows.top, bottom, c.line);
        page.text({rows.x(tick / 1e3), bottom + 14}, tick_duration(tick, 1e3 * rows.length_s), page.mono(), Anchor::middle);
    }
    std::vector<RankBar> bars;
    std::size_t drawn = 0;
    for (int rank = 0; rank < static_cast<int>(timeline.rows.size()); ++rank) {
        page.text({Page::kLeft, rows.middle(rank)}, fmt::format("rank {}", rank), page.bold());
        const RankTimeline::Row& row = timeline.rows[static_cast<std::size_t>(rank)];
        const auto area = [&](double begin, double end) {
            return Area{rows.x(begin), rows.middle(rank) - kRankBar / 2, std::max(1.5, rows.x(end) - rows.x(begin)), kRankBar};
        };
        for (const RankFlight& flight : row.flights) {
            Area under = area(flight.begin_s, flight.end_s);
            under.y += kRankBar + 3, under.h = kFlightBar;
            page.rect(under, colour_of_bar(c, RankBar::exchange));
        }
        for (const RankCopy& copy : row.copies) {
            page.rect(area(copy.begin_s, copy.end_s), colour_of_bar(c, RankBar::copy));
            bars.push_back(RankBar::copy);
        }
        for (const RankLaunch& launch : row.launches) {
            page.rect(area(launch.begin_s, launch.end_s), colour_of_bar(c, RankBar::kernel));
            bars.push_back(RankBar::kernel);
        }
        for (std::size_t i = 0; i < row.calls.size() && drawn < kMostDrawnCalls; ++i, ++drawn) {
            const MpiCall& call = row.calls[i];
            page.rect(area(call.begin_s, call.end_s.value_or(timeline.length_s)),
                      call.end_s ? colour_of_bar(c, bar_of(call)) : c.bad);
            if (call.end_s) bars.push_back(bar_of(call));
            if (const RankPause* pause = timeline.pause_of(rank, i))
                draw_pause(page, area(pause->begin_s, pause->end_s), pause->is_for_ever ? c.bad : c.warn);
        }
    }
    for (std::size_t i = 0; i < std::min(timeline.messages.size(), kMostDrawnCalls); ++i) {
        const RankMessage& message = timeline.messages[i];
        const double edge = message.to > message.from ? kRankBar / 2 : -kRankBar / 2;
        draw_message(page, {rows.x(message.sent_s), rows.middle(message.from) + edge},
                     {rows.x(message.received_s), rows.middle(message.to) - edge}, c.ink, 1.3);
    }
    for (const RankPause& pause : timeline.pauses) {
        if (!pause.is_for_ever || pause.waits_for < 0) continue;
        const double edge = pause.waits_for > pause.rank ? kRankBar / 2 : -kRankBar / 2;
        const double x = rows.x((pause.begin_s + pause.end_s) / 2) - edge;
        draw_message(page, {x, rows.middle(pause.rank) + edge}, {x, rows.middle(pause.waits_for) - edge}, c.bad, 2);
    }
    page.y = bottom + 36;
    std::ranges::sort(bars);
    bars.erase(std::ranges::unique(bars).begin(), bars.end());
    std::vector<Page::LegendEntry> entries;
    for (const RankBar bar : bars)
        entries.push_back({[&page, &c, bar](const Area& a) { page.rect(a, colour_of_bar(c, bar)); }, label_of(bar)});
    const bool is_stuck = timeline.is_stuck();
    if (!timeline.pauses.empty())
        entries.push_back({[&page, &c, is_stuck](const Area& a) { draw_pause(page, a, is_stuck ? c.bad : c.warn); },
                           is_stuck ? "waits for ever" : "waits for another rank"});
    if (std::ranges::any_of(timeline.rows, [](const RankTimeline::Row& row) { return !row.flights.empty(); }))
        entries.push_back({[&page, &c](const Area& a) {
                               page.rect({a.x, a.middle_y() - kFlightBar / 2, a.w, kFlightBar},
                                         colour_of_bar(c, RankBar::exchange));
                           },
                           "message under way"});
    if (!timeline.messages.empty())
        entries.push_back(
            {[&page, &c](const Area& a) { draw_message(page, {a.x, a.middle_y()}, {a.right(), a.middle_y()}, c.ink, 1.3); },
             "message"});
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
