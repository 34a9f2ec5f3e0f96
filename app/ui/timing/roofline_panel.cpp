// The roofline: operations per second against operations per byte, both on log axes. A device's roof rises with its memory's
// bandwidth and is flat at its peak; a kernel lies below it, and the roof says what limits it.
#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/escape.h"
#include "lesson/formula.h"
#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/timing/panels.h"
#include "ui/timing/recordings_shown.h"
#include "ui/timing/roofline_points.h"
#include "ui/timing/roofline_state.h"
#include "ui/timing/shown_scenes.h"
#include "ui/timing/timings_draw.h"

namespace warpwise::ui {
namespace {

struct Trail {
    DeviceId device{};
    bool recorded = false;
    std::size_t recording = 0;
    std::vector<CurvePoint> points;  // x: FLOP/byte, y: GFLOP/s
};

struct Scene {
    std::vector<Roof> roofs;
    std::vector<Trail> trails;
    std::vector<RoofPoint> points;
};

// The work at a value of the swept parameter, by the kernel's formulas; {0, 0} where they say nothing.
std::array<double, 2> work_at(Workbench& wb, const KernelSpec& kernel, double x) {
    RooflineState& state = wb.state<RooflineState>();
    std::string parameters;
    for (const auto& [id, value] : wb.draft.request.parameters)
        if (id != wb.results.sweep->over) parameters += id + "=" + text_of(value) + " ";
    if (state.lesson != wb.lesson->id || state.kernel != kernel.id || state.parameters != parameters)
        state = {wb.lesson->id, kernel.id, parameters, {}};
    if (const auto known = state.work.find(x); known != state.work.end()) return known->second;
    ParameterValues values = wb.draft.request.parameters;
    values[wb.results.sweep->over] = static_cast<std::int64_t>(x);
    const auto flops = evaluate(kernel.flops, values), bytes = evaluate(kernel.bytes, values);
    return state.work[x] = flops && bytes ? std::array{*flops, *bytes} : std::array{0.0, 0.0};
}

Trail trail_of(Workbench& wb, const KernelSpec& kernel, const DeviceId& device, const std::vector<Sweep::Point>& points) {
    Trail trail{device, false, 0, {}};
    for (const Sweep::Point& p : points) {
        const auto [flops, bytes] = work_at(wb, kernel, p.x);
        if (flops > 0 && bytes > 0 && p.kernel_ms > 0) trail.points.push_back({flops / bytes, flops / p.kernel_ms * 1e-6});
    }
    return trail;
}

// A recording's roofs are those of the devices that it shows. Those of its other CPU forms only fill a gap: once this machine's own
// are measured, they say more.
bool belongs(const Scene& scene, const Roof& roof, const std::vector<DeviceId>& shown) {
    return std::ranges::find(shown, roof.device) != shown.end() ||
           std::ranges::none_of(scene.roofs, [&](const Roof& other) { return other.device == roof.device; });
}

// The roofs of what is measured here, and of each recording that is shown.
void add_roofs(Scene& scene, const Workbench& wb) {
    const DType dtype = wb.draft.resolved ? wb.draft.resolved->dtype : DType::f32;
    scene.roofs = roofs_of(wb.state<CeilingsState>().known, dtype);
    for (std::size_t i = 0; i < wb.recordings.all.files.size(); ++i) {
        if (wb.recordings.hidden.contains(wb.recordings.all.files[i].file)) continue;
        for (Roof& roof : roofs_of(wb.recordings.all.files[i].ceilings, dtype)) {
            roof.recording = i;
            if (belongs(scene, roof, wb.recordings.all.files[i].shown_devices())) scene.roofs.push_back(std::move(roof));
        }
    }
}

void add_points(Scene& scene, const Workbench& wb) {
    for (const auto& [device, runs] : wb.results.runs)
        if (runs.latest)
            if (const auto point = roof_point(*runs.latest)) scene.points.push_back(*point);
    for (const RecordedRun& run : wb.recordings.of_draft)
        if (auto point = roof_point(*run.record)) {
            point->recording = run.recording;
            scene.points.push_back(*point);
        }
}

void add_trails(Scene& scene, Workbench& wb, const KernelSpec& kernel) {
    const auto keep = [&](Trail trail) {
        if (!trail.points.empty()) scene.trails.push_back(std::move(trail));
    };
    for (const auto& [device, points] : wb.results.sweep->series)
        if (traits_of(device).has_times) keep(trail_of(wb, kernel, device, points));
    for (const Sweep::RecordedSeries& series : wb.results.sweep->recorded) {
        Trail trail = trail_of(wb, kernel, series.device, series.points);
        trail.recorded = true;
        trail.recording = series.recording;
        keep(std::move(trail));
    }
}

Scene scene_of(Workbench& wb, const KernelSpec& kernel) {
    Scene scene;
    add_roofs(scene, wb);
    add_points(scene, wb);
    if (wb.results.sweep) add_trails(scene, wb, kernel);
    return scene;
}

// Roofs, runs and trails of one device are of one colour; those of a recording of that recording's.
template <typename Thing>
ImU32 colour_of(const Theme& theme, const Thing& thing) {
    return thing.recorded ? recorded_colour(theme, thing.recording, thing.device) : device_colour(theme, thing.device);
}

template <typename Thing>
ImPlotMarker mark_of(const Thing& thing) {
    return thing.recorded ? recorded_marker(thing.recording, thing.device) : device_marker(thing.device);
}

struct Limits {
    double x_low = 1.0 / 64, x_high = 64, y_low = 1, y_high = 1000;
};

constexpr float kTitleHeight = 18, kLowPanel = 250;  // above a roof; without room for titles in the plot; unscaled

// `title_share`: of the plot's height, kept free above the highest roof for its title.
Limits limits_of(const Scene& scene, double title_share) {
    double x_low = 1.0 / 32, x_high = 32, y_low = 1e300, y_high = 0;
    const auto take = [&](double x, double y) {
        x_low = std::min(x_low, x / 2), x_high = std::max(x_high, x * 2);
        y_low = std::min(y_low, y), y_high = std::max(y_high, y);
    };
    for (const Roof& roof : scene.roofs) take(roof.ridge(), roof.gflop_s);
    for (const RoofPoint& p : scene.points) take(p.flop_per_byte, p.gflop_s);
    for (const Trail& trail : scene.trails)
        for (const CurvePoint& p : trail.points) take(p.x, p.y);
    if (y_high <= 0) return {};
    // the slopes begin at the left edge and shall be seen there
    for (const Roof& roof : scene.roofs) y_low = std::min(y_low, roof.at(x_low));
    Limits limits{x_low, x_high, std::pow(10, std::floor(std::log10(y_low * 0.9))),
                  std::pow(10, std::ceil(std::log10(y_high * 1.1)))};
    for (const Roof& roof : scene.roofs)
        limits.y_high = std::max(limits.y_high, roof.gflop_s * std::pow(limits.y_high / limits.y_low, title_share));
    return limits;
}

int write_intensity(double x, char* text, int size, void*) {
    const std::string shown = x >= 0.999 ? fmt::format("{:.0f}", x) : fmt::format("1/{:.0f}", 1 / x);
    return std::snprintf(text, static_cast<std::size_t>(size), "%s", shown.c_str());
}
int write_rate(double gflop_s, char* text, int size, void*) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s", rate_tick(gflop_s, "FLOP/s").c_str());
}

void plot_polyline(const Look& look, const std::vector<CurvePoint>& points, ImU32 colour, float width, bool dashed) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    for (std::size_t i = 1; i < points.size(); ++i) {
        const ImVec2 a = ImPlot::PlotToPixels(points[i - 1].x, points[i - 1].y), b = ImPlot::PlotToPixels(points[i].x, points[i].y);
        if (dashed)
            draw_dashed_line(list, a, b, colour, look.px(6), width);
        else
            list.AddLine(a, b, colour, width);
    }
}

std::string roof_name(const Roof& roof) { return device_title(roof.device.kind, roof.name); }  // says which of several

std::string roof_title(const Roof& roof) {
    return roof.recorded ? fmt::format("{}, recorded {}", roof_name(roof), roof.date.substr(0, 10))
                         : roof_name(roof) + ", measured here";
}

void plot_roof(const Look& look, const Roof& roof, const Limits& limits) {
    const double ridge = std::clamp(roof.ridge(), limits.x_low, limits.x_high);
    const std::vector<CurvePoint> line{
        {limits.x_low, roof.at(limits.x_low)}, {ridge, roof.at(ridge)}, {limits.x_high, roof.at(limits.x_high)}};
    const ImU32 colour = colour_of(look.theme, roof);
    plot_polyline(look, line, colour, look.px(2), roof.recorded);
}

// Over all lines: a steeper roof crosses the titles of those below it.
void plot_roof_title(const Look& look, const Roof& roof, const Limits& limits) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const std::string title = roof_title(roof);
    const ImVec2 end = ImPlot::PlotToPixels(limits.x_high, roof.at(limits.x_high));
    const float size = look.px(Fonts::kSmall), right = end.x - look.px(6), top = end.y - look.px(kTitleHeight);
    list.AddRectFilled({right - text_width(look.fonts.regular, size, title) - look.px(3), top},
                       {right + look.px(3), top + size * 1.2f}, look.theme.panel);
    put_text(list, look.fonts.regular, size, {right, top}, look.theme.text, title, 1);
}

// In a low plot the roofs lie closer together than their titles are high: their names stand above it. Whether a roof is measured
// or recorded, its line says, and the tooltip in words.
void draw_keys_above(const Look& look, const Scene& scene, float room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = look.px(kTitleHeight), sample = look.px(16), size = look.px(Fonts::kSmall);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImVec2 pen = at;
    std::string titles;
    for (const Roof& roof : scene.roofs) {
        const std::string name = roof_name(roof);
        const float wide = sample + look.px(6) + text_width(look.fonts.regular, size, name);
        if (pen.x > at.x && pen.x + wide > at.x + room) pen = {at.x, pen.y + line};
        const ImVec2 begin{pen.x, pen.y + line / 2}, end{pen.x + sample, pen.y + line / 2};
        if (roof.recorded)
            draw_dashed_line(list, begin, end, colour_of(look.theme, roof), look.px(4), look.px(2));
        else
            list.AddLine(begin, end, colour_of(look.theme, roof), look.px(2));
        put_text_cut(list, look.fonts.regular, size, {end.x + look.px(6), pen.y}, look.theme.text, name,
                     at.x + room - end.x - look.px(6));
        pen.x += wide + look.px(12);
        titles += (titles.empty() ? "" : "\n") + roof_title(roof);
    }
    ImGui::Dummy({room, scene.roofs.empty() ? 0 : pen.y + line - at.y});
    if (ImGui::IsItemHovered()) text_tooltip(look, titles);
}

void plot_point(const Look& look, const RoofPoint& point) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const ImVec2 at = ImPlot::PlotToPixels(point.flop_per_byte, point.gflop_s);
    list.AddCircle(at, look.px(10), look.theme.text, 0, look.px(1));
    draw_device_mark(list, look, mark_of(point), colour_of(look.theme, point), at, look.px(5.5f), point.recorded);
}

// The roof that a point is judged by: of the same device, and measured where the point was.
const Roof* roof_for(const Scene& scene, const RoofPoint& point) {
    const auto found = std::ranges::find_if(scene.roofs, [&](const Roof& roof) {
        return roof.device == point.device && roof.recorded == point.recorded && roof.recording == point.recording;
    });
    return found != scene.roofs.end() ? &*found : nullptr;
}

std::string point_text(const Scene& scene, const RoofPoint& point) {
    std::string text = fmt::format("{}{}: {} at {:.3g} FLOP per byte of the arrays", short_title_of(point.device),
                                   point.recorded ? ", recorded" : "", rate_text(point.gflop_s, "FLOP/s"), point.flop_per_byte);
    if (const Roof* roof = roof_for(scene, point)) text += "\n" + judgement(point, *roof);
    return text;
}

void show_hovered(const Look& look, const Scene& scene) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const RoofPoint* nearest = nullptr;
    float best = look.px(16);
    for (const RoofPoint& point : scene.points) {
        const ImVec2 at = ImPlot::PlotToPixels(point.flop_per_byte, point.gflop_s);
        if (const float d = std::hypot(at.x - mouse.x, at.y - mouse.y); d < best) best = d, nearest = &point;
    }
    if (nearest != nullptr) text_tooltip(look, point_text(scene, *nearest));
}

void draw_plot(const Look& look, const Scene& scene, ImVec2 size, bool low) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const ImPlotFlags flags = ImPlotFlags_NoLegend | ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect;
    if (!ImPlot::BeginPlot("##roofline_plot", size, flags)) return;
    const float height = std::max(look.px(60), size.y - look.px(60));  // without the axis' texts
    const Limits limits = limits_of(scene, low ? 0 : static_cast<double>(look.px(kTitleHeight + 4) / height));
    ImPlot::SetupAxes(size.y > look.px(180) ? "operations per byte of the arrays, each moved once" : nullptr, nullptr);
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_X1, write_intensity);
    ImPlot::SetupAxisFormat(ImAxis_Y1, write_rate);
    const auto x_ticks = power_of_two_ticks(limits.x_low, limits.x_high, static_cast<int>(size.x / look.px(52)));
    const auto y_ticks = decade_ticks(limits.y_low, limits.y_high, std::max(2, static_cast<int>(size.y / look.px(30))));
    ImPlot::SetupAxisTicks(ImAxis_X1, x_ticks.data(), static_cast<int>(x_ticks.size()));
    ImPlot::SetupAxisTicks(ImAxis_Y1, y_ticks.data(), static_cast<int>(y_ticks.size()));
    ImPlot::SetupAxesLimits(limits.x_low, limits.x_high, limits.y_low, limits.y_high, ImPlotCond_Always);
    ImPlot::SetupFinish();
    ImPlot::PushPlotClipRect();
    for (const Roof& roof : scene.roofs) plot_roof(look, roof, limits);
    if (!low)
        for (const Roof& roof : scene.roofs) plot_roof_title(look, roof, limits);
    for (const Trail& trail : scene.trails) {
        plot_polyline(look, trail.points, with_alpha(colour_of(look.theme, trail), 0.6f), look.px(1.5f), trail.recorded);
        for (const CurvePoint& p : trail.points)
            draw_device_mark(*ImPlot::GetPlotDrawList(), look, mark_of(trail), colour_of(look.theme, trail),
                             ImPlot::PlotToPixels(p.x, p.y), look.px(2.6f), trail.recorded);
    }
    for (const RoofPoint& point : scene.points) plot_point(look, point);
    ImPlot::PopPlotClipRect();
    if (ImPlot::IsPlotHovered()) show_hovered(look, scene);
    ImPlot::EndPlot();
}

void copy_csv(const Scene& scene) {
    std::string csv = "what,device,name,source,flop_per_byte,gflop_s,gb_s\n";
    const auto source = [](bool recorded) { return recorded ? "recorded" : "measured"; };
    for (const Roof& roof : scene.roofs)
        csv += fmt::format("roof,{},{},{},{},{},{}\n", name_of(roof.device), csv_quoted(roof.name), source(roof.recorded),
                           roof.ridge(), roof.gflop_s, roof.gb_s);
    for (const RoofPoint& p : scene.points)
        csv += fmt::format("run,{},,{},{},{},\n", name_of(p.device), source(p.recorded), p.flop_per_byte, p.gflop_s);
    for (const Trail& trail : scene.trails)
        for (const CurvePoint& p : trail.points)
            csv += fmt::format("sweep,{},,{},{},{},\n", name_of(trail.device), source(trail.recorded), p.x, p.y);
    ImGui::SetClipboardText(csv.c_str());
}

void draw_toolbar(Workbench& wb, const Scene& scene, bool low) {
    const Look& look = wb.look;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const bool measured = std::ranges::any_of(scene.roofs, [](const Roof& roof) { return !roof.recorded; });
    if (quiet_button(look, measured ? "Measure again##roofline" : "Measure ceilings##roofline",
                     !wb.state<CeilingsState>().measuring))
        wb.post(ask::MeasureCeilings{});
    explain(look,
            "Runs kernels/ceilings on every device here: a copy for the slope, multiply-adds for the flat part. It takes a few "
            "seconds. "
            "The command warpwise bench --ceilings does the same.");
    place_beside(button_width("Copy CSV"));
    if (quiet_button(look, "Copy CSV##roofline")) copy_csv(scene);
    std::string text = "measuring: " + wb.results.status.what;
    if (!wb.state<CeilingsState>().measuring) {
        text = "Run (F5) to see where this kernel lies";
        // the fastest device is what the eye goes to
        if (!scene.points.empty()) text = point_text(scene, *std::ranges::max_element(scene.points, {}, &RoofPoint::gflop_s));
        if (const std::size_t line_end = text.find('\n'); line_end != std::string::npos) text.replace(line_end, 1, ", ");
    }
    const float wide = text_width(look.fonts.regular, look.px(Fonts::kSmall), text);
    place_beside(wide);
    if (const float room = ImGui::GetContentRegionAvail().x; low && wide > room) {  // one line; the tooltip has the rest
        put_text_cut(*ImGui::GetWindowDrawList(), look.fonts.regular, look.px(Fonts::kSmall), ImGui::GetCursorScreenPos(),
                     look.theme.muted, text, room);
        ImGui::Dummy({room, look.px(kTitleHeight)});
        return explain(look, text);
    }
    ImGui::AlignTextToFramePadding();
    text_in(look, look.theme.muted, text);
}

void ask_for_ceilings(Workbench& wb) {
    empty_state(
        wb.look, wb.state<CeilingsState>().measuring ? "Measuring" : "No ceilings yet",
        wb.state<CeilingsState>().measuring
            ? wb.results.status.what
            : "The peak rates of a device, in bytes copied and multiply-adds per second, are measured once and kept. Then this "
              "view "
              "shows how close a kernel comes to them, and whether memory or arithmetic limits it. The emulator counts and has no "
              "ceilings.");
    const float width = wb.look.px(180);
    ImGui::SetCursorPosX((ImGui::GetWindowWidth() - width) / 2);
    if (primary_button(wb.look, "Measure ceilings", nullptr, width, !wb.state<CeilingsState>().measuring))
        wb.post(ask::MeasureCeilings{});
}

}  // namespace

void roofline_panel(Workbench& wb) {
    const Look& look = wb.look;
    if (!wb.lesson)
        return empty_state(look, "No lesson is open", "Open one from the course; then its kernel's rates appear below the roofs.");
    const IdScope id("roofline");
    const KernelSpec* kernel = wb.kernel();
    if (kernel == nullptr || kernel->flops.empty() || kernel->bytes.empty())
        return empty_state(look, "This kernel has no place here",
                           "Its lesson does not say how many operations and bytes it needs (flops and bytes in its lesson.toml).");
    const Scene scene = scene_of(wb, *kernel);
    if (scene.roofs.empty() && scene.points.empty() && scene.trails.empty()) return ask_for_ceilings(wb);
    const bool low = ImGui::GetContentRegionAvail().y < look.px(kLowPanel);
    draw_toolbar(wb, scene, low);
    if (low) draw_keys_above(look, scene, ImGui::GetContentRegionAvail().x);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    draw_plot(look, scene, {room.x, std::max(look.px(60), room.y)}, low);
}

RooflineScene shown_roofline(Workbench& wb) {
    const KernelSpec* kernel = wb.lesson != nullptr ? wb.kernel() : nullptr;
    if (kernel == nullptr || kernel->flops.empty() || kernel->bytes.empty()) return {};
    const Scene scene = scene_of(wb, *kernel);
    RooflineScene shown{scene.roofs, scene.points, {}};
    for (Roof& roof : shown.roofs) roof.name = device_title(roof.device, roof.name);
    for (const Trail& trail : scene.trails)
        shown.trails.push_back({trail.device, trail.recorded ? std::optional(trail.recording) : std::nullopt, trail.points});
    return shown;
}

}  // namespace warpwise::ui
