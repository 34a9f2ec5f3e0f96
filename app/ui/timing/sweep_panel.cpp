// The sweep: time against size on log axes, CPU and GPU, measured here or recorded elsewhere, and where one overtakes another. Or
// on a linear time axis, where the GPU's times stand as bars of their phases below the curves.
#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/escape.h"
#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/timing/count_sweep.h"
#include "ui/timing/device_look.h"
#include "ui/timing/panels.h"
#include "ui/timing/recordings_shown.h"
#include "ui/timing/shown_scenes.h"
#include "ui/timing/sweep.h"
#include "ui/timing/sweep_phases.h"
#include "ui/timing/sweep_phases_draw.h"
#include "ui/workbench/swept_name.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr float kLeastHeightWithLegend = 110;  // unscaled

struct Series {
    DeviceId device = DeviceKind::cpu_serial;
    bool recorded = false;
    std::size_t recording = 0;  // which, of several
    std::string label;          // "CPU serial, measured here"
    std::string name;           // "CPU serial"
    const std::vector<Sweep::Point>* points = nullptr;
    std::vector<CurvePoint> curve;
};

ImU32 colour_of(const Theme& t, const Series& series) {
    return series.recorded ? recorded_colour(t, series.recording, series.device) : device_colour(t, series.device);
}

ImPlotMarker marker_of(const Series& series) {
    return series.recorded ? recorded_marker(series.recording, series.device) : device_marker(series.device);
}

double time_of(const Sweep::Point& p, bool end_to_end) { return end_to_end ? p.total_ms : p.kernel_ms; }

std::string measured_label(const Series& s) {
    return title_of(DeviceInfo{s.device.kind, s.points->back().device_name, {}, s.device.ordinal}) + ", measured here";
}

void add_series(std::vector<Series>& all, Series series, bool end_to_end) {
    for (const Sweep::Point& p : *series.points)
        if (p.x > 0 && time_of(p, end_to_end) > 0) series.curve.push_back({p.x, time_of(p, end_to_end)});
    if (series.curve.empty()) return;
    std::ranges::sort(series.curve, {}, &CurvePoint::x);
    all.push_back(std::move(series));
}

std::vector<Series> series_of(const Sweep& sweep, bool end_to_end) {
    std::vector<Series> all;
    for (const auto& [device, points] : sweep.series) {
        // the emulator counts; its own run time is not the time of a GPU and has no place beside one
        if (points.empty() || !traits_of(device).has_times) continue;
        Series series{device, false, 0, {}, short_title_of(device), &points, {}};
        series.label = measured_label(series);
        add_series(all, std::move(series), end_to_end);
    }
    for (const Sweep::RecordedSeries& recorded : sweep.recorded)
        add_series(
            all, {recorded.device, true, recorded.recording, recorded.label, short_title_of(recorded.device), &recorded.points, {}},
            end_to_end);
    return all;
}

struct Verdict {
    std::string text;
    std::optional<Crossover> crossover;
};

// The first that is so; measured here before recorded.
const Series* find_series(const std::vector<Series>& all, bool DeviceTraits::* is) {
    const Series* found = nullptr;
    for (const Series& s : all)
        if (traits_of(s.device).*is && (!found || (found->recorded && !s.recorded))) found = &s;
    return found;
}

// The GPU against the serial CPU, which is the comparison people ask for first; without a GPU, threads against serial.
Verdict verdict_of(const std::vector<Series>& all, const std::string& parameter) {
    const Series* serial = find_series(all, &DeviceTraits::is_reference);
    const Series* gpu = find_series(all, &DeviceTraits::is_gpu);
    const Series* ours = gpu ? gpu : find_series(all, &DeviceTraits::wakes_threads);
    if (!serial || !ours) return {};
    const Comparison c = compare_curves(ours->curve, serial->curve);
    const std::string name = gpu ? (gpu->recorded ? "The recorded GPU" : "The GPU") : ours->name;
    std::string other = serial->name;
    if (c.winner == Winner::theirs_everywhere)
        return {fmt::format("{} beats {} at every measured size", serial->name, gpu ? "the GPU" : ours->name), {}};
    return {crossover_text(c, name, other, parameter), c.crossover};
}

int write_size(double value, char* buffer, int size, void*) {
    return std::snprintf(buffer, static_cast<std::size_t>(size), "%s", size_text(value).c_str());
}
int write_duration(double value, char* buffer, int size, void*) {
    return std::snprintf(buffer, static_cast<std::size_t>(size), "%s", value > 0 ? short_duration(value).c_str() : "0");
}

struct Extent {
    double x_low = 1e300, x_high = 0, y_low = 1e300, y_high = 0;
};

Extent extent_of(const Sweep& sweep, const std::vector<Series>& all, const PhaseStack* stack) {
    Extent e;
    for (const std::int64_t value : sweep.values) {
        e.x_low = std::min(e.x_low, static_cast<double>(value));
        e.x_high = std::max(e.x_high, static_cast<double>(value));
    }
    for (const Series& s : all) {
        for (const CurvePoint& p : s.curve) {
            e.x_low = std::min(e.x_low, p.x), e.x_high = std::max(e.x_high, p.x);
            e.y_low = std::min(e.y_low, p.y), e.y_high = std::max(e.y_high, p.y);
        }
    }
    if (e.x_high <= 0) e.x_low = 1, e.x_high = 1024;
    if (e.y_high <= 0) e.y_low = 1e-3, e.y_high = 1;
    if (stack) {
        for (const PhaseStack::Bar& bar : stack->bars) e.y_high = std::max(e.y_high, bar.phases.total_ms());
        e.y_low = 0, e.y_high = linear_ticks(e.y_high * 1.05, 10).back();
    } else {
        // whole decades on the time axis: it does not jump with every point that arrives
        e.y_low = std::pow(10, std::floor(std::log10(e.y_low * 0.75)));
        e.y_high = std::pow(10, std::ceil(std::log10(e.y_high * 1.3)));  // room for the point's mark
    }
    e.x_low = std::max(e.x_low, 1e-9) / 1.4, e.x_high *= 1.4;
    return e;
}

ImPlotSpec spec_of(const Look& look, const Series& s) {
    ImPlotSpec spec;
    spec.LineColor = to_vec4(colour_of(look.theme, s));
    spec.LineWeight = look.px(2);
    spec.MarkerFillColor = spec.MarkerLineColor = spec.LineColor;
    spec.MarkerSize = look.px(3.6f);
    return spec;
}

// ImPlot draws no dashes: segments between points cut in pixels, so that dashes are even at any zoom.
void plot_dashed(const Series& s, const ImPlotSpec& spec, float dash, bool linear) {
    std::vector<double> xs, ys;
    float phase = 0;
    for (std::size_t i = 1; i < s.curve.size(); ++i) {
        const CurvePoint &a = s.curve[i - 1], &b = s.curve[i];
        const ImVec2 pa = ImPlot::PlotToPixels(a.x, a.y), pb = ImPlot::PlotToPixels(b.x, b.y);
        const float length = std::hypot(pb.x - pa.x, pb.y - pa.y);
        if (!(length > 0) || length > 1e5f) continue;
        auto at = [&](float along) {
            const double t = static_cast<double>(std::clamp(along / length, 0.0f, 1.0f));
            xs.push_back(a.x * std::pow(b.x / a.x, t));
            ys.push_back(linear ? a.y + (b.y - a.y) * t : a.y * std::pow(b.y / a.y, t));
        };
        for (float start = -phase; start < length; start += 2 * dash) {
            if (start + dash <= 0) continue;
            at(start), at(start + dash);
        }
        phase = std::fmod(phase + length, 2 * dash);
    }
    ImPlotSpec segments = spec;
    segments.Flags = ImPlotLineFlags_Segments;
    ImPlot::PlotLine(s.label.c_str(), xs.data(), ys.data(), static_cast<int>(xs.size()), segments);
}

void plot_series(const Look& look, const Series& s, bool linear) {
    ImPlotSpec spec = spec_of(look, s);
    std::vector<CurvePoint> points = s.curve;
    if (s.recorded) {
        plot_dashed(s, spec, look.px(6), linear);
    } else {
        const ImPlotRect limits = ImPlot::GetPlotLimits();
        points = reduce_to_columns(points, limits.X.Min, limits.X.Max, static_cast<int>(ImPlot::GetPlotSize().x), true);
    }
    spec.Marker = points.size() <= 64 ? marker_of(s) : ImPlotMarker_None;
    spec.Stride = sizeof(CurvePoint);
    if (s.recorded) {
        spec.MarkerFillColor = to_vec4(look.theme.panel);  // hollow: not from here
        ImPlot::PlotScatter(s.label.c_str(), &points[0].x, &points[0].y, static_cast<int>(points.size()), spec);
    } else {
        ImPlot::PlotLine(s.label.c_str(), &points[0].x, &points[0].y, static_cast<int>(points.size()), spec);
    }
}

void plot_crossover(const Look& look, const Crossover& c) {
    ImPlotSpec line;
    line.LineColor = to_vec4(mix(look.theme.panel, look.theme.text, 0.45f));
    line.LineWeight = look.px(1);
    line.Flags = ImPlotItemFlags_NoLegend | ImPlotItemFlags_NoFit;
    const double xs[] = {c.x, c.x}, ys[] = {ImPlot::GetPlotLimits().Y.Min, c.y};
    ImPlot::PlotLine("##crossover_line", xs, ys, 2, line);
    ImPlotSpec ring = line;
    ring.Marker = ImPlotMarker_Circle;
    ring.MarkerSize = look.px(7);
    ring.LineWeight = look.px(2);
    ring.MarkerLineColor = to_vec4(look.theme.text);
    ring.MarkerFillColor = to_vec4(with_alpha(look.theme.text, 0));
    ImPlot::PlotScatter("##crossover", &c.x, &c.y, 1, ring);
    ImPlot::Annotation(c.x, ys[0], to_vec4(look.theme.raised), {look.px(6), -look.px(12)}, true, "about %s",
                       with_separators(round_to_three_digits(c.x)).c_str());
}

// The point nearest to the mouse, if near.
struct Nearest {
    const Series* series = nullptr;
    const Sweep::Point* point = nullptr;
    float distance = 1e9f;
};

Nearest nearest_point(const std::vector<Series>& all, bool end_to_end) {
    Nearest best;
    const ImVec2 mouse = ImGui::GetMousePos();
    for (const Series& s : all) {
        for (const Sweep::Point& p : *s.points) {
            const double y = time_of(p, end_to_end);
            if (!(p.x > 0) || !(y > 0)) continue;
            const ImVec2 at = ImPlot::PlotToPixels(p.x, y);
            const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
            if (distance < best.distance) best = {&s, &p, distance};
        }
    }
    return best;
}

void point_text(const Look& look, const Sweep& sweep, const std::vector<Series>& all, const Nearest& near) {
    const Sweep::Point& p = *near.point;
    {
        const FontScope font(look.fonts.semibold, look.px(14));
        ImGui::TextUnformatted(fmt::format("{} = {}", sweep.over, with_separators(static_cast<std::int64_t>(p.x))).c_str());
    }
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::TextColored(to_vec4(colour_of(look.theme, *near.series)), "%s", near.series->label.c_str());
    ImGui::TextUnformatted(fmt::format("kernel {}{}", p.kernel_ms > 0 ? short_duration(p.kernel_ms) : "not measured",
                                       p.mad_ms > 0 ? fmt::format(", MAD {}", short_duration(p.mad_ms)) : "")
                               .c_str());
    if (p.total_ms > 0) ImGui::TextUnformatted(fmt::format("with copies {}", short_duration(p.total_ms)).c_str());
    if (const std::string phases = point_phases_text(p); !phases.empty()) ImGui::TextUnformatted(phases.c_str());
    for (const Series& s : all) {
        if (&s == near.series) continue;
        const auto same = std::ranges::find(s.curve, p.x, &CurvePoint::x);
        if (same != s.curve.end())
            ImGui::TextColored(to_vec4(look.theme.muted), "%s", fmt::format("{}: {}", s.label, short_duration(same->y)).c_str());
    }
}

void show_point(const Look& look, const Sweep& sweep, const std::vector<Series>& all, bool end_to_end) {
    const Nearest near = nearest_point(all, end_to_end);
    if (!near.point || near.distance > look.px(24)) return;
    const Sweep::Point& p = *near.point;
    const ImVec2 at = ImPlot::PlotToPixels(p.x, time_of(p, end_to_end));
    ImPlot::GetPlotDrawList()->AddCircle(at, look.px(7), look.theme.text, 0, look.px(1.5f));
    if (!begin_tooltip(look)) return;
    point_text(look, sweep, all, near);
    ImGui::EndTooltip();
}

void copy_csv(const Sweep& sweep, const std::vector<Series>& all) {
    std::string csv = fmt::format("{},device,device_name,source,date,kernel_ms,mad_ms,total_ms\n", csv_field(sweep.over));
    for (const Series& s : all)
        for (const Sweep::Point& p : *s.points)
            csv += fmt::format("{},{},{},{},{},{},{},{}\n", static_cast<std::int64_t>(p.x), csv_field(s.name),
                               csv_quoted(p.device_name), s.recorded ? "recorded" : "measured", csv_field(p.date), p.kernel_ms,
                               p.mad_ms, p.total_ms);
    ImGui::SetClipboardText(csv.c_str());
}

// A series as it is drawn, by marker and dash, and not by its colour alone.
void draw_key(ImDrawList& list, const Look& look, const Series& s, ImVec2 at, float width) {
    const ImU32 colour = colour_of(look.theme, s);
    for (float x = 0; x < width; x += s.recorded ? look.px(9) : width)
        list.AddLine({at.x + x, at.y}, {at.x + (s.recorded ? std::min(x + look.px(5), width) : width), at.y}, colour, look.px(2));
    draw_device_mark(list, look, marker_of(s), colour, {at.x + width / 2, at.y}, look.px(3.6f));
}

// In a small panel the legend stands above the plot, where it covers no curve. What was measured here is not said to be: a solid
// line says it.
void draw_legend_above(const Look& look, const std::vector<Series>& all, float room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = look.px(18), sample = look.px(16), text_size = look.px(Fonts::kSmall);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImVec2 pen = at;
    for (const Series& s : all) {
        const std::string label = s.recorded ? s.label : s.label.substr(0, s.label.find(", measured"));
        const float wide = sample + look.px(6) + text_width(look.fonts.regular, text_size, label);
        if (pen.x > at.x && pen.x + wide > at.x + room) pen = {at.x, pen.y + line};
        draw_key(list, look, s, {pen.x, pen.y + line / 2}, sample);
        put_text_cut(list, look.fonts.regular, text_size, {pen.x + sample + look.px(6), pen.y}, look.theme.muted, label,
                     at.x + room - pen.x - sample - look.px(6));
        pen.x += wide + look.px(10);
    }
    ImGui::Dummy({room, all.empty() ? 0 : pen.y + line - at.y});
}

void draw_legend_inside(const Look& look, const std::vector<Series>& all, ImVec2 size) {
    if (all.empty()) return;
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const float row = look.px(18), pad = look.px(8), sample = look.px(26), text_size = look.px(Fonts::kSmall);
    float widest = 0;
    for (const Series& s : all) widest = std::max(widest, text_width(look.fonts.regular, text_size, s.label));
    widest = std::min(widest, size.x * 0.6f);
    const ImVec2 a{ImPlot::GetPlotPos().x + pad, ImPlot::GetPlotPos().y + pad};
    list.AddRectFilled(a, {a.x + sample + widest + 3 * pad, a.y + row * static_cast<float>(all.size()) + pad},
                       with_alpha(look.theme.raised, 0.92f), look.px(5));
    float y = a.y + pad / 2 + row / 2;
    for (const Series& s : all) {
        const float x = a.x + pad;
        draw_key(list, look, s, {x, y}, sample);
        put_text_cut(list, look.fonts.regular, text_size, {x + sample + pad, y - row / 2 + look.px(1.5f)}, look.theme.text, s.label,
                     widest);
        y += row;
    }
}

void set_up_time_axis(const Look& look, const Extent& e, bool linear, float height) {
    ImPlot::SetupAxisFormat(ImAxis_Y1, write_duration);
    if (linear) return ImPlot::SetupAxisLimitsConstraints(ImAxis_Y1, 0, HUGE_VAL);  // its ticks follow a zoom
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    const auto ticks = decade_ticks(e.y_low, e.y_high, static_cast<int>(height / look.px(26)));
    ImPlot::SetupAxisTicks(ImAxis_Y1, ticks.data(), static_cast<int>(ticks.size()));
}

// What is in the plot: the curves, and the phases below them where they are stacked.
struct Content {
    const std::vector<Series>& all;
    const PhaseStack* stack;
    const Verdict& verdict;
};

void draw_plot(Workbench& wb, const Sweep& sweep, const Content& content, ImVec2 size, bool small) {
    const Look& look = wb.look;
    const auto& [all, stack, verdict] = content;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const ImPlotFlags flags = ImPlotFlags_NoLegend | ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect;
    const std::string id = fmt::format("##sweep_plot_{}_{}_{}", sweep.over, wb.state<SweepState>().end_to_end, stack != nullptr);
    if (!ImPlot::BeginPlot(id.c_str(), size, flags)) return;
    const Extent e = extent_of(sweep, all, stack);
    ImPlot::SetupAxes(small ? nullptr : swept_title(wb.lesson, sweep.over).c_str(), nullptr);
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_X1, write_size);
    const auto x_ticks = power_of_two_ticks(e.x_low, e.x_high, static_cast<int>(size.x / look.px(52)));
    ImPlot::SetupAxisTicks(ImAxis_X1, x_ticks.data(), static_cast<int>(x_ticks.size()));
    set_up_time_axis(look, e, stack != nullptr, size.y);
    const std::array<double, 4> limits{e.x_low, e.x_high, e.y_low, e.y_high};
    const bool grown = std::exchange(wb.state<SweepState>().limits, limits) != limits;
    ImPlot::SetupAxesLimits(e.x_low, e.x_high, e.y_low, e.y_high, grown ? ImPlotCond_Always : ImPlotCond_Once);
    ImPlot::SetupFinish();
    if (stack) draw_stack(look, *stack);
    for (const Series& s : all) plot_series(look, s, stack != nullptr);
    if (verdict.crossover) plot_crossover(look, *verdict.crossover);
    if (!small) draw_legend_inside(look, all, size);
    if (ImPlot::IsPlotHovered()) show_point(look, sweep, all, wb.state<SweepState>().end_to_end);
    ImPlot::EndPlot();
}

void ask_for_sweep(Workbench& wb) {
    const Parameter* parameter = sweep_parameter(*wb.lesson);
    if (parameter == nullptr) return empty_state(wb.look, "Nothing to sweep", "This lesson has no size to run over.");
    const std::string& over = parameter->id;
    empty_state(wb.look, "No sweep yet",
                fmt::format("A sweep runs every chosen device over {} and shows where one overtakes another.",
                            swept_name(wb.lesson, over)));
    const float width = wb.look.px(150);
    ImGui::SetCursorPosX((ImGui::GetWindowWidth() - width) / 2);
    if (primary_button(wb.look, "Sweep", "F6", width)) {
        wb.post(ask::RunSweep{over});
    }
}

void draw_sweep_toolbar(Workbench& wb, const Sweep& sweep, const std::vector<Series>& all, bool has_phases) {
    const Look& look = wb.look;
    SweepState& state = wb.state<SweepState>();
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    int chosen = state.end_to_end ? 1 : 0;
    const std::string names[] = {"Kernel", "With copies"};
    const std::string help[] = {"The kernel or routine alone", "From host arrays to host arrays: copies to the GPU and back count"};
    if (segmented(look, "##sweep_time", names, chosen, help)) {
        state.end_to_end = chosen == 1;
        if (!state.end_to_end) state.stacked = false;
    }
    stack_tool(look, state, has_phases);
    place_beside(button_width(sweep.running ? "Cancel" : "Sweep again"));
    if (sweep.running) {
        if (quiet_button(look, "Cancel")) wb.post(ask::Cancel{});
    } else if (quiet_button(look, "Sweep again")) {
        wb.post(ask::RunSweep{sweep.over});
    }
    place_beside(button_width("Copy CSV"));
    if (quiet_button(look, "Copy CSV", !all.empty())) copy_csv(sweep, all);
}

// The verdict, or how far a running sweep is. Its line (two in a narrow panel) is always there, so that nothing moves.
void draw_verdict(const Workbench& wb, const Sweep& sweep, const Verdict& verdict, float width) {
    const Look& look = wb.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = look.px(width < look.px(420) ? 36 : 20);
    std::string text = verdict.text;
    ImU32 colour = look.theme.text;
    if (sweep.running) {
        std::size_t done = 0;
        for (const auto& [device, points] : sweep.series) done = std::max(done, points.size());
        text = fmt::format("Running: {} of {} sizes{}{}", done, sweep.values.size(), wb.results.status.what.empty() ? "" : ", ",
                           wb.results.status.what);
        colour = look.theme.muted;
        const float fraction = sweep.values.empty() ? 0 : static_cast<float>(done) / static_cast<float>(sweep.values.size());
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled({at.x, at.y + height - look.px(2)}, {at.x + width, at.y + height}, look.theme.line);
        list.AddRectFilled({at.x, at.y + height - look.px(2)}, {at.x + width * std::min(1.0f, fraction), at.y + height},
                           look.theme.accent);
    }
    // in a narrow panel what stands in brackets is left to the tooltip
    const bool fits = text_width(look.fonts.regular, look.px(Fonts::kSmall), text) <= width;
    const std::string shown = fits ? text : text.substr(0, text.find(" ("));
    ImGui::GetWindowDrawList()->AddText(look.fonts.regular, look.px(Fonts::kSmall), at, colour, shown.c_str(), nullptr, width);
    ImGui::Dummy({width, height});
    if (ImGui::IsItemHovered()) text_tooltip(look, text);
}

// As the curve of the same device is called.
std::string label_of(const std::vector<Series>& all, const PhaseStack& stack) {
    const auto same = std::ranges::find_if(all, [&](const Series& s) {
        return s.device == stack.device && s.recorded == stack.recorded && s.recording == stack.recording;
    });
    return same != all.end() ? same->label : short_title_of(stack.device);
}

}  // namespace

void sweep_panel(Workbench& wb) {
    if (!wb.lesson)
        return empty_state(wb.look, "No lesson is open", "Open one from the course; then a sweep shows time against size.");
    const IdScope id("sweep");
    if (sweeps_counts(wb)) return count_sweep_panel(wb);
    const bool empty =
        !wb.results.sweep || (!wb.results.sweep->running && wb.results.sweep->series.empty() && wb.results.sweep->recorded.empty());
    if (empty) return ask_for_sweep(wb);
    const Sweep& sweep = *wb.results.sweep;
    SweepState& state = wb.state<SweepState>();
    begin_lesson(state, *wb.lesson);
    const std::optional<PhaseStack> phases = phase_stack(sweep, wb.draft.run_on);
    draw_sweep_toolbar(wb, sweep, series_of(sweep, state.end_to_end), phases.has_value());
    const std::vector<Series> all = series_of(sweep, state.end_to_end);  // as the toolbar now says
    const Verdict verdict = verdict_of(all, sweep.over);
    const PhaseStack* stack = state.stacked && phases ? &*phases : nullptr;
    const ImVec2 space = ImGui::GetContentRegionAvail();
    draw_verdict(wb, sweep, verdict, space.x);
    const bool small = space.x < wb.look.px(420) || space.y < wb.look.px(240);
    if (small && space.y >= wb.look.px(kLeastHeightWithLegend)) draw_legend_above(wb.look, all, space.x);
    if (stack && space.y >= wb.look.px(kLeastHeightWithLegend)) draw_stack_legend(wb.look, *stack, label_of(all, *stack), space.x);
    draw_plot(wb, sweep, {all, stack, verdict}, {space.x, std::max(wb.look.px(60), ImGui::GetContentRegionAvail().y)}, small);
}

SweepScene shown_sweep(const Workbench& wb) {
    if (!wb.lesson || !wb.results.sweep || sweeps_counts(wb)) return {};
    const Sweep& sweep = *wb.results.sweep;
    const bool end_to_end = wb.state<SweepState>().end_to_end;
    const std::vector<Series> all = series_of(sweep, end_to_end);
    const Verdict verdict = verdict_of(all, sweep.over);
    SweepScene scene{swept_title(wb.lesson, sweep.over), end_to_end, {}, verdict.text, verdict.crossover, {}, {}};
    if (wb.state<SweepState>().stacked) scene.stack = phase_stack(sweep, wb.draft.run_on);
    if (scene.stack) scene.stack_label = label_of(all, *scene.stack);
    for (const Series& s : all) {
        // "NVIDIA H200, recorded 2026-11-21": the name, and where its times come from
        const std::size_t comma = s.label.rfind(", ");
        scene.curves.push_back({s.device, s.recorded ? std::optional(s.recording) : std::nullopt, s.label.substr(0, comma),
                                comma == std::string::npos ? "" : s.label.substr(comma + 2), s.curve});
    }
    return scene;
}

}  // namespace warpwise::ui
