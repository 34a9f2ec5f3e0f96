// The timings: a row a device, its newest run as a bar of phases, and the runs before it as thin bars that roll to the left.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/plot_helpers.h"
#include "ui/recordings_shown.h"
#include "ui/timings_rows.h"
#include "ui/view_draw.h"
#include "ui/widgets.h"
#include "ui/workbench.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t most_bars = 64;

ImU32 series_colour(const Theme& t, const TimingRow& row) {
    if (row.recorded) return recorded_colour(t, row.recording, row.kind);
    switch (row.kind) {
        case DeviceKind::cpu_serial: return t.series[0];
        case DeviceKind::cpu_vector: return t.series[1];
        case DeviceKind::cpu_threads: return t.series[2];
        case DeviceKind::cpu_library: return t.series[5];
        case DeviceKind::emulated: return t.series[4];
        default: return t.series[3];
    }
}

// The kernel has the device's colour; what surrounds it is grey, told apart by tone and pattern.
struct PhaseLook {
    ImU32 fill = 0;
    enum class Pattern { none, hatch, across, down } pattern = Pattern::none;
};
PhaseLook phase_look(const Theme& t, std::size_t phase, ImU32 kernel) {
    switch (phase) {
        case 0: return {mix(t.panel, t.muted, 0.35f), PhaseLook::Pattern::hatch};
        case 1: return {mix(t.panel, t.muted, 0.35f), PhaseLook::Pattern::none};
        case 2: return {mix(t.panel, t.muted, 0.65f), PhaseLook::Pattern::down};
        case 4: return {mix(t.panel, t.muted, 0.65f), PhaseLook::Pattern::across};
        default: return {kernel, PhaseLook::Pattern::none};
    }
}

// `kernel`: the kernel's colour.
void draw_phase(ImDrawList& list, const Look& look, std::size_t phase, ImU32 kernel, ImVec2 a, ImVec2 b) {
    const PhaseLook p = phase_look(look.theme, phase, kernel);
    list.AddRectFilled(a, b, p.fill);
    const ImU32 ink = mix(p.fill, look.theme.panel, 0.55f);
    const float step = look.px(5);
    if (p.pattern == PhaseLook::Pattern::hatch) draw_hatch(list, a, b, ink, step);
    if (p.pattern == PhaseLook::Pattern::across) draw_stripes(list, a, b, ink, step, true);
    if (p.pattern == PhaseLook::Pattern::down) draw_stripes(list, a, b, ink, step, false);
}

struct TimeAxis {
    double low = 0, high = 1;  // ms; low is used on a log axis only
    bool logarithmic = false;
    float x0 = 0, x1 = 1;

    float x_of(double ms) const {
        if (!logarithmic) return x0 + (x1 - x0) * static_cast<float>(std::clamp(ms / high, 0.0, 1.0));
        if (!(ms > low)) return x0;
        return x0 + (x1 - x0) * static_cast<float>(std::clamp(std::log(ms / low) / std::log(high / low), 0.0, 1.0));
    }
};

TimeAxis axis_of(const std::vector<TimingRow>& rows, bool logarithmic, float x0, float x1, int most_ticks) {
    TimeAxis axis{1e300, 0, logarithmic, x0, x1};
    for (const TimingRow& row : rows) {
        for (const TimingBar& bar : row.bars) {
            axis.high = std::max(axis.high, bar.total_ms());
            for (const double ms : bar.ms)
                if (ms > 0) axis.low = std::min(axis.low, ms);
        }
    }
    if (axis.high <= 0) return {1e-3, 1, logarithmic, x0, x1};
    if (logarithmic) {
        axis.low = std::pow(10, std::floor(std::log10(axis.low * 0.5)));
        axis.high = std::pow(10, std::ceil(std::log10(axis.high)));
    } else {
        axis.high = linear_ticks(axis.high, most_ticks).back();
    }
    return axis;
}

void draw_time_axis(ImDrawList& list, const Look& look, const TimeAxis& axis, float top, float bottom, int most_ticks) {
    const auto ticks = axis.logarithmic ? decade_ticks(axis.low, axis.high, most_ticks) : linear_ticks(axis.high, most_ticks);
    for (const double tick : ticks) {
        const float x = axis.x_of(tick);
        list.AddRectFilled({std::floor(x), top}, {std::floor(x) + 1, bottom}, mix(look.theme.panel, look.theme.line, 0.6f));
        const float align = x < axis.x0 + look.px(10) ? 0.0f : x > axis.x1 - look.px(16) ? 1.0f : 0.5f;
        put_text(list, look.fonts.mono, look.px(Fonts::small), {x, bottom + look.px(3)}, look.theme.muted,
                 tick == 0 ? "0" : short_duration(tick), align);
    }
}

// Stacked. On a log axis lengths do not add up, so each phase has a lane of its own.
void draw_bar(ImDrawList& list, const Look& look, const TimeAxis& axis, const TimingBar& bar, ImU32 kernel, float y0, float y1) {
    if (axis.logarithmic) {
        const auto lanes = std::ranges::count_if(bar.ms, [](double ms) { return ms > 0; });
        const float lane = (y1 - y0) / static_cast<float>(std::max<std::ptrdiff_t>(1, lanes));
        for (std::size_t phase = 0; phase < bar.ms.size(); ++phase) {
            if (bar.ms[phase] <= 0) continue;
            draw_phase(list, look, phase, kernel, {axis.x0, y0},
                       {std::max(axis.x0 + 1, axis.x_of(bar.ms[phase])), y0 + lane - (lanes > 1 ? 1.0f : 0.0f)});
            y0 += lane;
        }
        return;
    }
    double sum = 0;
    for (std::size_t phase = 0; phase < bar.ms.size(); ++phase) {
        if (bar.ms[phase] <= 0) continue;
        const float a = axis.x_of(sum), b = axis.x_of(sum + bar.ms[phase]);
        sum += bar.ms[phase];
        draw_phase(list, look, phase, kernel, {a, y0}, {std::max(a + 1, b), y1});
    }
}

// The runs before: the kernel's time, newest at the right.
void draw_history(ImDrawList& list, const Look& look, const TimingRow& row, ImVec2 a, ImVec2 b) {
    const float step = look.px(7);
    list.AddRectFilled({a.x, b.y - 1}, b, look.theme.line);
    if (row.bars.empty()) return;
    const std::size_t count = std::min(row.bars.size(), static_cast<std::size_t>((b.x - a.x) / step));
    double highest = 0;
    for (std::size_t i = 0; i < count; ++i) highest = std::max(highest, row.bars[row.bars.size() - 1 - i].ms[3]);
    if (highest <= 0) return;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = b.x - step * static_cast<float>(i + 1);
        const float height =
            std::max(1.0f, (b.y - a.y - 1) * static_cast<float>(row.bars[row.bars.size() - 1 - i].ms[3] / highest));
        const ImU32 colour = series_colour(look.theme, row);
        list.AddRectFilled({x, b.y - 1 - height}, {x + step - look.px(2), b.y - 1},
                           i == 0 ? colour : mix(look.theme.panel, colour, 0.5f));
    }
}

std::string bar_tooltip(const TimingRow& row) {
    std::string text = fmt::format("{}, {}", row.device, row.source);
    if (row.bars.empty()) return text + "\n" + row.text;
    const TimingBar& bar = row.bars.back();
    for (std::size_t i = 0; i < bar.ms.size(); ++i)
        if (bar.ms[i] > 0) text += fmt::format("\n{} {}", phase_label(i), short_duration(bar.ms[i]));
    text += fmt::format("\nall {}", short_duration(bar.total_ms()));
    if (bar.kernel_samples > 0)
        text += fmt::format("\nkernel: median of {} runs, MAD {}", bar.kernel_samples, short_duration(bar.kernel_mad_ms));
    return text;
}

// A bar that was recorded: paler, in a dashed frame.
void draw_recorded_bar(ImDrawList& list, const Look& look, const TimeAxis& axis, const TimingRow& row, float y0, float y1) {
    const ImU32 colour = series_colour(look.theme, row);
    draw_bar(list, look, axis, row.bars.back(), mix(look.theme.panel, colour, 0.45f), y0, y1);
    double longest = row.bars.back().total_ms();
    if (axis.logarithmic) longest = *std::ranges::max_element(row.bars.back().ms);
    const float x1 = std::max(axis.x0 + look.px(3), axis.x_of(longest)), dash = look.px(5);
    for (float x = axis.x0; x < x1; x += 2 * dash)
        for (const float y : {y0, y1 - look.px(1)}) list.AddRectFilled({x, y}, {std::min(x + dash, x1), y + look.px(1)}, colour);
    for (float y = y0; y < y1; y += dash) list.AddRectFilled({x1 - look.px(1), y}, {x1, std::min(y + dash / 2, y1)}, colour);
}

// As the launch panel and the sweep call it; the machine's own name is in the tooltip.
std::string device_title(const TimingRow& row) {
    if (row.recorded) return row.device;
    switch (row.kind) {
        case DeviceKind::emulated: return "Emulator";
        case DeviceKind::cpu_serial: return "CPU serial";
        case DeviceKind::cpu_vector: return "CPU vector";
        case DeviceKind::cpu_threads: return "CPU threads";
        case DeviceKind::cpu_library: return "CPU library";
        default: return row.device.empty() ? std::string(name_of(row.kind)) : row.device;
    }
}

struct RowPlaces {
    float label_width = 0, history_width = 0;
    bool two_lines = false;  // the label above the bar, in narrow panels
    float height = 0;
};

RowPlaces places_of(const Look& look, float width) {
    RowPlaces p;
    p.two_lines = width < look.px(520);
    p.label_width = p.two_lines ? 0 : look.px(170);
    p.history_width = width < look.px(260) ? 0 : std::clamp(width * 0.28f, look.px(80), look.px(180));
    p.height = look.px(p.two_lines ? 64 : 50);
    return p;
}

void draw_row(Workbench& wb, const TimingRow& row, const TimeAxis& axis, const RowPlaces& places, ImVec2 at, float width) {
    const Look& look = wb.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text_room = places.two_lines ? width : places.label_width - look.px(8);
    const std::string device = device_title(row);
    float bar_y = at.y + look.px(5);
    if (places.two_lines) {
        put_text_cut(list, look.fonts.semibold, look.px(13), at, look.theme.text, fmt::format("{}  {}", device, row.source),
                     text_room - places.history_width);
        bar_y = at.y + look.px(20);
    } else {
        put_text_cut(list, look.fonts.semibold, look.px(13), {at.x, at.y + look.px(3)}, look.theme.text, device, text_room);
        put_text_cut(list, look.fonts.regular, look.px(Fonts::small), {at.x, at.y + look.px(20)}, look.theme.muted, row.source,
                     text_room);
    }
    const float bar_height = look.px(16);
    if (row.counted_only) {
        list.AddRect({axis.x0, bar_y}, {axis.x1, bar_y + bar_height}, look.theme.line, look.px(3), 1);
        put_text_cut(list, look.fonts.regular, look.px(Fonts::small), {axis.x0 + look.px(8), bar_y}, look.theme.muted, row.text,
                     axis.x1 - axis.x0 - look.px(16));
    } else {
        if (!row.bars.empty() && row.recorded)
            draw_recorded_bar(list, look, axis, row, bar_y, bar_y + bar_height);
        else if (!row.bars.empty())
            draw_bar(list, look, axis, row.bars.back(), series_colour(look.theme, row), bar_y, bar_y + bar_height);
        put_text_cut(list, look.fonts.mono, look.px(Fonts::small), {axis.x0, bar_y + bar_height + look.px(2)}, look.theme.text,
                     row.text, axis.x1 - axis.x0 + places.history_width);
    }
    if (places.history_width > 0 && !row.counted_only && !row.recorded) {
        const float x1 = at.x + width, x0 = x1 - places.history_width + look.px(18);
        draw_history(list, look, row, {x0, places.two_lines ? at.y + look.px(4) : bar_y - look.px(4)}, {x1, bar_y + bar_height});
    }
    ImGui::SetCursorScreenPos(at);
    const IdScope id(fmt::format("{}_{}", name_of(row.kind), row.recorded ? row.recording + 1 : 0).c_str());
    ImGui::InvisibleButton("##timing_row", {width, places.height - look.px(4)}, ImGuiButtonFlags_EnableNav);
    explain(look, bar_tooltip(row));
}

std::vector<TimingRow> rows_of(const Workbench& wb, bool with_compile) {
    constexpr DeviceKind order[] = {DeviceKind::cpu_serial,  DeviceKind::cpu_vector, DeviceKind::cpu_threads,
                                    DeviceKind::cpu_library, DeviceKind::cuda,       DeviceKind::recorded,
                                    DeviceKind::emulated};
    std::vector<TimingRow> rows;
    for (const DeviceKind kind : order) {
        const auto found = wb.runs.find(kind);
        if (found == wb.runs.end() || !found->second.latest) continue;
        std::vector<const RunRecord*> records;
        for (const RunRecord& record : found->second.history) records.push_back(&record);
        // whether the newest run is in the history too is the keeper's choice; it must count once
        const RunRecord& latest = *found->second.latest;
        if (records.empty() || records.back()->date != latest.date || records.back()->outputs != latest.outputs)
            records.push_back(&latest);
        if (records.size() > most_bars) records.erase(records.begin(), records.end() - static_cast<std::ptrdiff_t>(most_bars));
        rows.push_back(timing_row(kind, records, with_compile));
    }
    for (const RecordedRun& run : wb.recorded) {
        rows.push_back(timing_row(run.record->device.kind, {&run.record, 1}, with_compile));
        rows.back().recording = run.recording;
    }
    return rows;
}

// Needed once anything but a kernel took time; the rows' own words say the rest.
bool needs_legend(const std::vector<TimingRow>& rows) {
    return std::ranges::any_of(
        rows, [](const TimingRow& r) { return !r.bars.empty() && r.bars.back().total_ms() > r.bars.back().ms[3]; });
}

void draw_phase_legend(const Look& look, const std::vector<TimingRow>& rows, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = at.x;
    for (std::size_t phase = 0; phase < timed_phases.size(); ++phase) {
        const bool seen =
            std::ranges::any_of(rows, [&](const TimingRow& r) { return !r.bars.empty() && r.bars.back().ms[phase] > 0; });
        if (!seen) continue;
        const std::string label = phase == 3 ? "kernel (the device's colour)" : phase_label(phase);
        const float needed = look.px(20) + text_width(look.fonts.regular, look.px(Fonts::small), label);
        if (x + needed > at.x + width) break;
        draw_phase(list, look, phase, look.theme.series[3], {x, at.y + look.px(1)}, {x + look.px(14), at.y + look.px(15)});
        put_text(list, look.fonts.regular, look.px(Fonts::small), {x + look.px(20), at.y}, look.theme.muted, label);
        x += needed + look.px(16);
    }
}

void copy_csv(const Workbench& wb) {
    std::vector<RunRecord> records;
    for (const auto& [kind, runs] : wb.runs)
        if (runs.latest) records.push_back(*runs.latest);
    for (const RecordedRun& run : wb.recorded) records.push_back(*run.record);
    ImGui::SetClipboardText(to_csv(records).c_str());
}

void draw_toolbar(Workbench& wb) {
    TimingsState& state = wb.views.timings;
    const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::small));
    const std::string names[] = {"Linear", "Log"};
    int axis = state.logarithmic ? 1 : 0;
    if (segmented(wb.look, "##timings_axis", names, axis)) state.logarithmic = axis == 1;
    place_beside(button_width("Compile") + ImGui::GetFrameHeight());
    ImGui::Checkbox("Compile##and_load", &state.with_compile);
    explain(wb.look, "Shows compiling and loading too. They happen once a kernel; they are apart from what every run costs.");
    place_beside(button_width("Copy CSV"));
    if (quiet_button(wb.look, "Copy CSV")) copy_csv(wb);
}

}  // namespace

void timings_panel(Workbench& wb) {
    const Look& look = wb.look;
    if (!wb.lesson) return empty_state(look, "No lesson is open", "Open one from the course; then every run's times appear here.");
    const IdScope id("timings");
    const std::vector<TimingRow> rows = rows_of(wb, wb.views.timings.with_compile);
    if (rows.empty()) return empty_state(look, "No run yet", "Press Run (F5): each device gets a row, with its time by phase.");
    draw_toolbar(wb);
    if (ImGui::BeginChild("##timing_rows", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        const float width = ImGui::GetContentRegionAvail().x;
        const RowPlaces places = places_of(look, width);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float x0 = at.x + places.label_width, x1 = at.x + width - places.history_width;
        const int most_ticks = std::max(2, static_cast<int>((x1 - x0) / look.px(70)));
        const TimeAxis axis = axis_of(rows, wb.views.timings.logarithmic, x0, x1, most_ticks);
        const bool timed = std::ranges::any_of(rows, [](const TimingRow& r) { return !r.bars.empty(); });
        const float bottom = at.y + places.height * static_cast<float>(rows.size());
        if (timed) draw_time_axis(*ImGui::GetWindowDrawList(), look, axis, at.y, bottom, most_ticks);
        if (timed && places.history_width > 0)
            put_text(*ImGui::GetWindowDrawList(), look.fonts.regular, look.px(Fonts::small), {at.x + width, bottom + look.px(3)},
                     look.theme.muted, "earlier runs", 1);
        for (std::size_t i = 0; i < rows.size(); ++i)
            draw_row(wb, rows[i], axis, places, {at.x, at.y + places.height * static_cast<float>(i)}, width);
        const bool legend = needs_legend(rows);
        if (legend) draw_phase_legend(look, rows, {x0, bottom + look.px(24)}, x1 - x0);
        ImGui::SetCursorScreenPos({at.x, bottom});
        ImGui::Dummy({width, look.px(legend ? 44 : 22)});
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
