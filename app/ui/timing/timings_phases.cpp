// Time by phase: a row for each device; what every run costs as a stacked bar from zero or, on a log axis, as marks; the first run
// above it, and the runs before as thin bars that roll to the left.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/longest_text.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/timing/timings_draw.h"
#include "ui/timing/timings_state.h"

namespace warpwise::ui {
namespace {

constexpr float kMarkSize = 10;  // unscaled

struct TimeAxis {
    double low = 0, high = 1;  // ms; low is used on a log axis only
    bool logarithmic = false;
    float x0 = 0, x1 = 1;
    int most_ticks = 2;

    float x_of(double ms) const {
        if (!logarithmic) return x0 + (x1 - x0) * static_cast<float>(std::clamp(ms / high, 0.0, 1.0));
        if (!(ms > low)) return x0;
        return x0 + (x1 - x0) * static_cast<float>(std::clamp(std::log(ms / low) / std::log(high / low), 0.0, 1.0));
    }
};

TimeAxis axis_of(const std::vector<TimingRow>& rows, bool with_first, bool logarithmic, float x0, float x1, int most_ticks) {
    TimeAxis axis{1e300, 0, logarithmic, x0, x1, most_ticks};
    for (const TimingRow& row : rows) {
        std::vector<TimingBar> bars = row.bars;
        if (with_first && row.first) bars.push_back(*row.first);
        for (const TimingBar& bar : bars) {
            axis.high = std::max(axis.high, bar.total_ms());
            for (const double ms : bar.ms)
                if (ms > 0) axis.low = std::min(axis.low, ms);
        }
    }
    if (axis.high <= 0) return {1e-3, 1, logarithmic, x0, x1, most_ticks};
    if (logarithmic) {
        axis.low = std::pow(10, std::floor(std::log10(axis.low * 0.5)));
        axis.high = std::pow(10, std::ceil(std::log10(axis.high)));
    } else {
        axis.high = linear_ticks(axis.high, most_ticks).back();
    }
    return axis;
}

std::vector<double> ticks_of(const TimeAxis& axis, int most) {
    return axis.logarithmic ? decade_ticks(axis.low, axis.high, most) : linear_ticks(axis.high, most);
}

void draw_time_axis(ImDrawList& list, const Look& look, const TimeAxis& axis, float bottom) {
    for (const double tick : ticks_of(axis, axis.most_ticks)) {
        const float x = axis.x_of(tick);
        list.AddRectFilled({std::floor(x), bottom - look.px(4)}, {std::floor(x) + 1, bottom}, look.theme.muted);
        const float align = x < axis.x0 + look.px(10) ? 0.0f : x > axis.x1 - look.px(16) ? 1.0f : 0.5f;
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {x, bottom + look.px(3)}, look.theme.muted,
                 tick == 0 ? "0" : short_duration(tick), align);
    }
}

// The axis' lines stand behind bars only: none crosses a word.
void draw_grid_lines(ImDrawList& list, const Look& look, const TimeAxis& axis, float top, float bottom) {
    for (const double tick : ticks_of(axis, axis.most_ticks)) {
        const float x = std::floor(axis.x_of(tick));
        list.AddRectFilled({x, top}, {x + 1, bottom}, mix(look.theme.panel, look.theme.line, 0.6f));
    }
}

std::ptrdiff_t parts_of(const TimingBar& bar) {
    return std::ranges::count_if(bar.ms, [](double ms) { return ms > 0; });
}

// A log axis has no zero, so the length of a bar on it would mean nothing: each phase is a mark at its time, in a lane of its own,
// with dots that lead to it from the labels.
void draw_marks(ImDrawList& list, const Look& look, const TimeAxis& axis, const TimingBar& bar, ImU32 kernel, bool recorded,
                float y0, float y1) {
    const float lane = std::min(look.px(kMarkSize), (y1 - y0) / static_cast<float>(std::max<std::ptrdiff_t>(1, parts_of(bar))));
    for (std::size_t phase = 0; phase < bar.ms.size(); ++phase) {
        if (bar.ms[phase] <= 0) continue;
        const float middle = std::round(y0 + lane / 2), half = std::floor(look.px(kMarkSize) / 2),
                    x = std::round(axis.x_of(bar.ms[phase]));
        for (float dot = axis.x0 + look.px(4); dot < x - half - look.px(3); dot += look.px(6))
            list.AddRectFilled({dot, middle}, {dot + look.px(1.5f), middle + std::max(1.0f, look.px(1))}, look.theme.muted);
        const ImVec2 min{x - half, y0}, max{x + half, y0 + lane - 1};
        draw_phase(list, look, kTimedPhases[phase], kernel, min, max);
        if (recorded)
            draw_dashed_frame(list, {min.x - look.px(2), min.y - 1}, {max.x + look.px(2), max.y + 1}, look.theme.text, look.px(3),
                              look.px(1));
        y0 += lane;
    }
}

// Stacked from zero.
void draw_bar(ImDrawList& list, const Look& look, const TimeAxis& axis, const TimingBar& bar, ImU32 kernel, float y0, float y1) {
    double sum = 0;
    for (std::size_t phase = 0; phase < bar.ms.size(); ++phase) {
        if (bar.ms[phase] <= 0) continue;
        const float a = axis.x_of(sum), b = axis.x_of(sum + bar.ms[phase]);
        sum += bar.ms[phase];
        draw_phase(list, look, kTimedPhases[phase], kernel, {a, y0}, {std::max(a + 1, b), y1});
    }
}

// The runs before: the kernel's time, newest at the right.
void draw_history(ImDrawList& list, const Look& look, const TimingRow& row, ImVec2 a, ImVec2 b) {
    const float step = look.px(7);
    list.AddRectFilled({a.x, b.y - 1}, b, look.theme.line);
    if (row.bars.empty()) return;
    const std::size_t count = std::min(row.bars.size(), static_cast<std::size_t>((b.x - a.x) / step));
    double highest = 0;
    for (std::size_t i = 0; i < count; ++i) highest = std::max(highest, row.bars[row.bars.size() - 1 - i].ms[kKernelPhase]);
    if (highest <= 0) return;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = b.x - step * static_cast<float>(i + 1);
        const float height =
            std::max(1.0f, (b.y - a.y - 1) * static_cast<float>(row.bars[row.bars.size() - 1 - i].ms[kKernelPhase] / highest));
        const ImU32 colour = row_colour(look.theme, row);
        list.AddRectFilled({x, b.y - 1 - height}, {x + step - look.px(2), b.y - 1},
                           i == 0 ? colour : mix(look.theme.panel, colour, 0.5f));
    }
}

std::string phases_text(const TimingBar& bar) {
    std::string text;
    for (std::size_t i = 0; i < bar.ms.size(); ++i)
        if (bar.ms[i] > 0) text += fmt::format("\n{} {}", phase_label(i), short_duration(bar.ms[i]));
    text += fmt::format("\n{} {}", bar.overlaps() ? "one after the other" : "all", short_duration(bar.total_ms()));
    return bar.overlaps() ? text + fmt::format("\nall, with overlap {}", short_duration(bar.elapsed_ms)) : text;
}

std::string row_tooltip(const TimingRow& row) {
    std::string text = fmt::format("{}, {}", row.device, row.source);
    if (row.counted_only && row.first) return text + "\n" + row.first_text + "\n" + row.text;
    if (row.bars.empty()) return text + "\n" + row.text;
    if (row.first) text += "\n\nThe first run" + phases_text(*row.first);
    const TimingBar& bar = row.bars.back();
    text += "\n\nEvery later run" + phases_text(bar);
    if (bar.kernel_samples > 0)
        text += fmt::format("\nkernel: median of {} runs, MAD {}", bar.kernel_samples, short_duration(bar.kernel_mad_ms));
    return text;
}

struct RowPlaces {
    float label_width = 0, history_width = 0;  // 0: no runs before, or no room for them
    bool two_lines = false;                    // the label above the bar, in narrow panels
    bool one_text = false;                     // label and time in one line above the bar, where the rows would leave the panel
    float bar = 0;                             // height of a bar
    float lane = 0;                            // a bar and its line of text
    float height = 0;
};

// What was run here more than once can have a history; a recording and the emulator have none.
bool has_history(const TimingRow& row) { return !row.counted_only && !row.recorded; }

// High enough for the lanes of a log axis to be told apart, and the same for all rows.
float bar_height(const Look& look, const std::vector<TimingRow>& rows, const TimingsState& state) {
    std::ptrdiff_t parts = 1;
    for (const TimingRow& row : rows) {
        if (row.pending && traits_of(row.id).is_gpu) parts = std::max<std::ptrdiff_t>(parts, state.with_first ? 5 : 3);
        if (!row.bars.empty()) parts = std::max(parts, parts_of(row.bars.back()));
        if (state.with_first && row.first) parts = std::max(parts, parts_of(*row.first));
    }
    return state.logarithmic ? std::max(look.px(16), look.px(8) * static_cast<float>(parts)) : look.px(16);
}

constexpr float kBelowRows = 22 + 26;  // the axis and a line of the legend

float height_of(const Look&, const RowPlaces&, const TimingRow&, bool with_first);

RowPlaces places_of(const Look& look, const std::vector<TimingRow>& rows, ImVec2 room, const TimingsState& state) {
    const float width = room.x;
    RowPlaces p;
    p.bar = bar_height(look, rows, state);
    p.two_lines = width < look.px(520);
    p.label_width = p.two_lines ? 0 : look.px(170);
    p.history_width =
        width < look.px(260) || std::ranges::none_of(rows, has_history) ? 0 : std::clamp(width * 0.28f, look.px(80), look.px(180));
    p.lane = p.bar + look.px(20);
    p.height = p.bar + look.px(p.two_lines ? 48 : 34) + (state.with_first ? p.lane : 0);
    float all = look.px(kBelowRows);
    for (const TimingRow& row : rows) all += height_of(look, p, row, state.with_first);
    if (all <= room.y || state.with_first) return p;
    p.one_text = p.two_lines = true;
    p.label_width = p.history_width = 0;
    p.bar = state.logarithmic ? p.bar : look.px(10);
    p.height = p.bar + look.px(26);
    return p;
}

// A device without times has one lane with the first run, and below it a line where others have a second lane.
float height_of(const Look& look, const RowPlaces& places, const TimingRow& row, bool with_first) {
    return row.counted_only && with_first ? places.height - places.bar - look.px(4) : places.height;
}

// What to say of the newest bar, the longest first.
std::vector<std::string> texts_of(const TimingRow& row) {
    std::vector<std::string> texts{row.text};
    texts.insert(texts.end(), row.briefs.begin(), row.briefs.end());
    return texts;
}

void draw_label(const Look& look, const TimingRow& row, const RowPlaces& places, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string device = row_title(row);
    if (places.one_text) {
        const float name = text_width(look.fonts.semibold, look.px(Fonts::kSmall), device) + look.px(10);
        put_text_cut(list, look.fonts.semibold, look.px(Fonts::kSmall), at, look.theme.text, device, width);
        std::vector<std::string> texts;
        for (const std::string& text : texts_of(row)) {
            if (!row.counted_only) texts.push_back(fmt::format("{}: {}", row.source, text));
        }
        // never a recorded time without that word: it would pass for one of this machine
        for (const std::string& text : texts_of(row)) texts.push_back(row.recorded ? "recorded: " + text : text);
        return put_longest_text(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x + name, at.y}, look.theme.muted, texts,
                                width - name);
    }
    if (places.two_lines) {  // a date that is cut says less than none
        std::vector<std::string> texts = {fmt::format("{}  {}", device, row.source)};
        if (row.recorded) texts.push_back(device + "  recorded");
        return put_longest_text(list, look.fonts.semibold, look.px(Fonts::kSmall), at, look.theme.text, texts,
                                width - places.history_width);
    }
    const float room = places.label_width - look.px(8);
    put_text_cut(list, look.fonts.semibold, look.px(Fonts::kSmall), {at.x, at.y + look.px(3)}, look.theme.text, device, room);
    put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x, at.y + look.px(20)}, look.theme.muted, row.source, room);
}

// The line below a bar. Narrow panels have the narrow font.
void draw_lane_text(const Look& look, const RowPlaces& places, ImVec2 at, std::span<const std::string> texts, float room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* font = places.two_lines ? look.fonts.regular : look.fonts.mono;
    put_longest_text(list, font, look.px(Fonts::kSmall), at, look.theme.text, texts, room);
}

// One bar with its line below, on the axis.
void draw_lane(const Look& look, const TimeAxis& axis, const RowPlaces& places, const TimingRow& row, const TimingBar& bar,
               std::span<const std::string> texts, float y, float text_room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = y + places.bar;
    draw_grid_lines(list, look, axis, y - look.px(4), bottom + look.px(2));
    const ImU32 colour = row_colour(look.theme, row);
    if (axis.logarithmic) {
        draw_marks(list, look, axis, bar, colour, row.recorded, y, bottom);
    } else {
        draw_bar(list, look, axis, bar, colour, y, bottom);
    }
    if (row.recorded && !axis.logarithmic) {
        const float end = std::max(axis.x_of(bar.total_ms()), axis.x0 + look.px(4));
        draw_dashed_frame(list, {axis.x0, y - look.px(2)}, {end + look.px(2), bottom + look.px(1)}, look.theme.text, look.px(3),
                          look.px(1));
    }
    if (!places.one_text) draw_lane_text(look, places, {axis.x0, bottom + look.px(2)}, texts, text_room);
}

void draw_absent(const Look& look, const TimeAxis& axis, const RowPlaces& places, std::span<const std::string> texts, float y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (places.one_text) return;  // the line above says it
    const ImVec2 min{axis.x0, y}, max{axis.x1, y + look.px(16)};
    list.AddRect(min, max, look.theme.line, look.px(3), 1);
    put_longest_text(list, look.fonts.regular, look.px(Fonts::kSmall), {axis.x0 + look.px(8), y}, look.theme.muted, texts,
                     axis.x1 - axis.x0 - look.px(16));
}

void draw_row(Workbench& wb, const TimingRow& row, const TimeAxis& axis, const RowPlaces& places, bool with_first, ImVec2 at,
              float width) {
    const Look& look = wb.look;
    draw_label(look, row, places, at, width);
    float y = at.y + look.px(places.two_lines ? 20 : 5);
    const float first_y = y, text_room = axis.x1 - axis.x0 + places.history_width;
    if (with_first) {
        const std::string texts[] = {row.first_text, row.first_brief};
        if (row.first) draw_lane(look, axis, places, row, *row.first, texts, y, axis.x1 - axis.x0);
        y += places.lane;
    }
    std::vector<std::string> texts = texts_of(row);
    const std::vector<std::string> absent = texts;
    if (with_first)
        for (std::string& text : texts) text = "later " + text;
    if (row.counted_only)
        draw_absent(look, axis, places, absent, y);
    else if (!row.bars.empty())
        draw_lane(look, axis, places, row, row.bars.back(), texts, y, text_room);
    else
        draw_absent(look, axis, places, absent, y);
    if (places.history_width > 0 && has_history(row)) {
        const float x1 = at.x + width, x0 = x1 - places.history_width + look.px(18);
        const float top = places.two_lines ? at.y + look.px(4) : first_y - look.px(4);
        draw_history(*ImGui::GetWindowDrawList(), look, row, {x0, top}, {x1, first_y + places.bar});
    }
    ImGui::SetCursorScreenPos(at);
    const IdScope id(row_id(row).c_str());
    ImGui::InvisibleButton("##timing_row", {width, height_of(look, places, row, with_first) - look.px(4)},
                           ImGuiButtonFlags_EnableNav);
    explain(look, row_tooltip(row));
}

// Needed once anything but a kernel took time; the rows' own words say the rest.
bool needs_legend(const std::vector<TimingRow>& rows, bool with_first) {
    const auto more_than_kernel = [](const TimingBar& bar) { return bar.total_ms() > bar.ms[kKernelPhase]; };
    return std::ranges::any_of(rows, [&](const TimingRow& r) {
        return (!r.bars.empty() && more_than_kernel(r.bars.back())) || (with_first && r.first && more_than_kernel(*r.first));
    });
}

// Of the rows' kernels, each once. A CPU's may be a copy's colour: a copy alone has stripes.
std::vector<ImU32> kernel_colours(const Theme& theme, const std::vector<TimingRow>& rows) {
    std::vector<ImU32> colours;
    for (const TimingRow& row : rows)
        if (const ImU32 colour = row_colour(theme, row); !row.bars.empty() && std::ranges::count(colours, colour) == 0)
            colours.push_back(colour);
    return colours;
}

// The phases that the rows have, side by side as many as fit; returns the height taken.
float draw_phase_legend(const Look& look, const std::vector<TimingRow>& rows, const RowPlaces& places, bool with_first, ImVec2 at,
                        float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = look.px(20);
    ImVec2 pen = at;
    for (std::size_t phase = 0; phase < kTimedPhases.size(); ++phase) {
        const bool seen = std::ranges::any_of(rows, [&](const TimingRow& r) {
            return (!r.bars.empty() && r.bars.back().ms[phase] > 0) || (with_first && r.first && r.first->ms[phase] > 0);
        });
        if (!seen) continue;
        const bool is_kernel = phase == kKernelPhase;
        const std::string label = is_kernel && !places.two_lines ? "kernel (the device's colour)" : phase_label(phase);
        const std::vector<ImU32> kernels = is_kernel ? kernel_colours(look.theme, rows) : std::vector{look.theme.series[3]};
        const float swatches = look.px(17) * static_cast<float>(kernels.size()),
                    needed = swatches + look.px(3) + text_width(look.fonts.regular, look.px(Fonts::kSmall), label);
        if (pen.x > at.x && pen.x + needed > at.x + width) pen = {at.x, pen.y + line};
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            const float x = pen.x + look.px(17) * static_cast<float>(i);
            draw_phase(list, look, kTimedPhases[phase], kernels[i], {x, pen.y + look.px(1)},
                       {x + look.px(14), pen.y + look.px(15)});
        }
        put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {pen.x + swatches + look.px(3), pen.y}, look.theme.muted, label);
        pen.x += needed + look.px(16);
    }
    return pen.y + line - at.y;
}

}  // namespace

void timing_phases(Workbench& wb, const std::vector<TimingRow>& rows) {
    const Look& look = wb.look;
    if (ImGui::BeginChild("##timing_rows", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        const TimingsState& state = wb.state<TimingsState>();
        const float width = ImGui::GetContentRegionAvail().x;
        const RowPlaces places = places_of(look, rows, ImGui::GetContentRegionAvail(), state);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float x0 = at.x + places.label_width, x1 = at.x + width - places.history_width;
        const int most_ticks = std::max(2, static_cast<int>((x1 - x0) / look.px(70)));
        const TimeAxis axis = axis_of(rows, state.with_first, state.logarithmic, x0, x1, most_ticks);
        const bool timed = std::ranges::any_of(
            rows, [&](const TimingRow& r) { return !r.bars.empty() || (state.with_first && r.first.has_value()); });
        float bottom = at.y;
        for (const TimingRow& row : rows) bottom += height_of(look, places, row, state.with_first);
        if (timed) draw_time_axis(*ImGui::GetWindowDrawList(), look, axis, bottom);
        if (timed && places.history_width > 0)
            put_text(*ImGui::GetWindowDrawList(), look.fonts.regular, look.px(Fonts::kSmall), {at.x + width, bottom + look.px(3)},
                     look.theme.muted, "earlier runs", 1);
        float y = at.y;
        for (const TimingRow& row : rows) {
            draw_row(wb, row, axis, places, state.with_first, {at.x, y}, width);
            y += height_of(look, places, row, state.with_first);
        }
        float below = look.px(22);  // the axis' numbers
        if (needs_legend(rows, state.with_first))
            below +=
                look.px(2) + draw_phase_legend(look, rows, places, state.with_first, {x0, bottom + look.px(24)}, at.x + width - x0);
        ImGui::SetCursorScreenPos({at.x, bottom});
        ImGui::Dummy({width, below});
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
