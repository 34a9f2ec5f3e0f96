// The live loop: CPU against GPU over the last seconds, run again and again while a slider moves.
#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/timing/live_loop.h"
#include "ui/timing/timings_draw.h"

namespace warpwise::ui {
namespace {

double time_of(const LiveLoop::Point& p, bool end_to_end) { return end_to_end ? p.total_ms : p.kernel_ms; }

struct Range {
    double low = 1e-3, high = 1;
};

// Whole decades: the axis does not breathe with the noise.
Range range_of(const LiveLoop& live) {
    double low = 1e300, high = 0;
    for (const auto& [kind, points] : live.series)
        for (const LiveLoop::Point& p : points)
            if (const double ms = time_of(p, live.end_to_end); ms > 0) low = std::min(low, ms), high = std::max(high, ms);
    if (high <= 0) return {};
    return {std::pow(10, std::floor(std::log10(low * 0.9))), std::pow(10, std::ceil(std::log10(high * 1.1)))};
}

int write_live_duration(double ms, char* text, int size, void*) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s", short_duration(ms).c_str());
}
int write_ago(double s, char* text, int size, void*) {
    return std::snprintf(text, static_cast<std::size_t>(size), s > -0.5 ? "now" : "%.0f s", s);
}

void plot_line(const Look& look, const LiveLoop& live, const DeviceId& id, const std::deque<LiveLoop::Point>& points) {
    std::vector<double> xs, ys;
    for (const LiveLoop::Point& p : points) {
        if (!(time_of(p, live.end_to_end) > 0)) continue;
        xs.push_back(p.at_s - live.now_s);
        ys.push_back(time_of(p, live.end_to_end));
    }
    if (xs.empty()) return;
    ImPlotSpec spec;
    spec.LineColor = spec.MarkerFillColor = spec.MarkerLineColor = to_vec4(device_colour(look.theme, id));
    spec.LineWeight = look.px(2);
    spec.Marker = device_marker(id);
    spec.MarkerSize = look.px(2.6f);
    ImPlot::PlotLine(name_of(id).c_str(), xs.data(), ys.data(), static_cast<int>(xs.size()), spec);
}

// The newest time of every device in a line above the plot: at the lines' ends the words would lie on each other. Each entry has
// room for any time, so that the others stay where they are.
void draw_newest(const Look& look, const LiveLoop& live) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, line = look.px(20), size = look.px(Fonts::kSmall);
    const float time_width = text_width(look.fonts.mono, size, "0.00 µs");
    ImVec2 pen = at;
    for (const auto& [id, points] : live.series) {
        if (points.empty() || !(time_of(points.back(), live.end_to_end) > 0)) continue;
        const std::string name = short_title_of(id);
        const float name_width = text_width(look.fonts.regular, size, name), wide = look.px(16 + 8) + name_width + time_width;
        if (pen.x > at.x && pen.x + wide > at.x + room) pen = {at.x, pen.y + line};
        draw_device_mark(list, look, device_marker(id), device_colour(look.theme, id), {pen.x + look.px(6), pen.y + look.px(8)},
                         look.px(4));
        put_text(list, look.fonts.regular, size, {pen.x + look.px(16), pen.y}, look.theme.muted, name);
        put_text(list, look.fonts.mono, size, {pen.x + look.px(16 + 8) + name_width, pen.y}, look.theme.text,
                 short_duration(time_of(points.back(), live.end_to_end)));
        pen.x += wide + look.px(16);
    }
    ImGui::Dummy({room, pen.y + line - at.y});
}

// Decades; where these are too few to read a time by, twice and five times them too.
std::vector<double> time_ticks(const Range& range, int most) {
    std::vector<double> ticks = decade_ticks(range.low, range.high, most);
    if (const auto decades = ticks.size(); decades <= 3 && 3 * decades <= static_cast<std::size_t>(most))
        for (std::size_t i = 0; i + 1 < decades; ++i)
            for (const double times : {2.0, 5.0}) ticks.push_back(ticks[i] * times);
    return ticks;
}

void draw_plot(const Look& look, const LiveLoop& live, ImVec2 size) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const ImPlotFlags flags =
        ImPlotFlags_NoLegend | ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoInputs;
    if (!ImPlot::BeginPlot("##live_plot", size, flags)) return;
    const Range range = range_of(live);
    ImPlot::SetupAxes(nullptr, nullptr);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_Y1, write_live_duration);
    ImPlot::SetupAxisFormat(ImAxis_X1, write_ago);
    const auto ticks = time_ticks(range, std::max(2, static_cast<int>(size.y / look.px(26))));
    ImPlot::SetupAxisTicks(ImAxis_Y1, ticks.data(), static_cast<int>(ticks.size()));
    ImPlot::SetupAxesLimits(-kLiveSeconds, 0, range.low, range.high, ImPlotCond_Always);
    ImPlot::SetupFinish();
    for (const auto& [id, points] : live.series) plot_line(look, live, id, points);
    ImPlot::EndPlot();
}

void copy_csv(const LiveLoop& live) {
    std::string csv = "device,at_s,kernel_ms,total_ms\n";
    for (const auto& [id, points] : live.series)
        for (const LiveLoop::Point& p : points) csv += fmt::format("{},{},{},{}\n", name_of(id), p.at_s, p.kernel_ms, p.total_ms);
    ImGui::SetClipboardText(csv.c_str());
}

void draw_live_toolbar(Workbench& wb) {
    LiveLoop& live = wb.state<LiveLoop>();
    const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::kSmall));
    const char* label = live.on ? "Stop###live_timings" : "Start###live_timings";
    if (quiet_button(wb.look, label)) live.on = !live.on;
    explain(wb.look,
            "Runs the kernel again and again on the chosen devices, at most ten times a second. Move a slider while it runs.");
    place_beside(button_width("Kernel") + button_width("With copies"));
    const std::string names[] = {"Kernel", "With copies"};
    int chosen = live.end_to_end ? 1 : 0;
    if (segmented(wb.look, "##live_time", names, chosen)) live.end_to_end = chosen == 1;
    place_beside(button_width("Copy CSV"));
    if (quiet_button(wb.look, "Copy CSV", !live.series.empty())) copy_csv(live);
    if (!live.on || live.rounds_a_second <= 0) return;
    const std::string rounds = fmt::format("{:.1f} rounds per second", live.rounds_a_second);
    place_beside(text_width(wb.look.fonts.regular, wb.look.px(Fonts::kSmall), rounds));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_vec4(wb.look.theme.muted), "%s", rounds.c_str());
}

}  // namespace

void timing_live(Workbench& wb) {
    draw_live_toolbar(wb);
    const LiveLoop& live = wb.state<LiveLoop>();
    if (!live.series.empty()) {
        draw_newest(wb.look, live);
        const ImVec2 room = ImGui::GetContentRegionAvail();
        return draw_plot(wb.look, live, {room.x, std::max(wb.look.px(60), room.y)});
    }
    if (live_devices(wb).empty())
        return empty_state(wb.look, "Nothing here can be timed",
                           "Tick a CPU routine or the GPU in the launch panel. The emulator counts and has no times.");
    empty_state(wb.look, live.on ? "Waiting for the first times" : "The loop is stopped",
                "Start it and move a slider: each chosen device runs up to ten times a second.");
}

}  // namespace warpwise::ui
