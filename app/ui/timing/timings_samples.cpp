// Every sample of the kernel: a strip a device with a dot a sample, the median and the band of the median absolute deviation,
// and the figures made from them. Each strip has an axis of its own, as devices differ by powers of ten.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/timing/timings_draw.h"

namespace warpwise::ui {
namespace {

constexpr float kFigureHeight = 36;  // unscaled

struct Strip {
    double low = 0, high = 1;  // ms
    ImVec2 min, max;

    float x_of(double ms) const {
        return min.x + (max.x - min.x) * static_cast<float>(std::clamp((ms - low) / (high - low), 0.0, 1.0));
    }
    // Dots go down in the order they were taken: a drift leans, noise does not.
    ImVec2 place_of(const Measurement& m, std::size_t sample) const {
        const float share = (static_cast<float>(sample) + 0.5f) / static_cast<float>(m.samples_ms.size());
        return {x_of(m.samples_ms[sample]), min.y + (max.y - min.y) * share};
    }
};

Strip strip_of(const Measurement& m, ImVec2 min, ImVec2 max) {
    const double least = m.min_ms, most = *std::ranges::max_element(m.samples_ms);
    // samples that are all alike still lie on an axis that can be read
    const double margin = std::max((most - least) * 0.08, m.median_ms * 0.005);
    return {std::max(0.0, least - margin), most + margin, min, max};
}

void draw_scale(ImDrawList& list, const Look& look, const Strip& strip) {
    list.AddRectFilled(strip.min, strip.max, mix(look.theme.panel, look.theme.raised, 0.6f), look.px(3));
    const double ticks[] = {strip.low, (strip.low + strip.high) / 2, strip.high};
    for (std::size_t i = 0; i < std::size(ticks); ++i) {
        const float x = strip.x_of(ticks[i]);
        list.AddLine({x, strip.max.y}, {x, strip.max.y + look.px(3)}, look.theme.line, 1);
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {x, strip.max.y + look.px(3)}, look.theme.muted,
                 duration_text(ticks[i]), static_cast<float>(i) * 0.5f);
    }
}

void draw_spread(ImDrawList& list, const Look& look, const Strip& strip, const TimingRow& row) {
    const Measurement& m = row.kernel;
    const ImU32 colour = row_colour(look.theme, row);
    if (!m.too_few())
        list.AddRectFilled({strip.x_of(m.median_ms - m.mad_ms), strip.min.y}, {strip.x_of(m.median_ms + m.mad_ms), strip.max.y},
                           with_alpha(colour, 0.22f));
    const float x = strip.x_of(m.median_ms);
    if (row.recorded)
        draw_dashed_line(list, {x, strip.min.y}, {x, strip.max.y}, look.theme.text, look.px(3), look.px(2));
    else
        list.AddLine({x, strip.min.y}, {x, strip.max.y}, look.theme.text, look.px(2));
}

void draw_sample(ImDrawList& list, const Look& look, const TimingRow& row, ImVec2 at, bool marked) {
    if (marked) return draw_cross(list, at, look.px(4.5f), look.theme.warn, look.px(2));
    const ImU32 colour = row_colour(look.theme, row);
    list.AddCircleFilled(at, look.px(3.2f), row.recorded ? look.theme.panel : colour);
    list.AddCircle(at, look.px(3.2f), row.recorded ? colour : mix(colour, look.theme.panel, 0.5f), 0, look.px(1));
}

std::optional<std::size_t> sample_at_mouse(const Look& look, const Strip& strip, const Measurement& m) {
    const ImVec2 mouse = ImGui::GetMousePos();
    std::optional<std::size_t> nearest;
    float best = look.px(9);
    for (std::size_t i = 0; i < m.samples_ms.size(); ++i) {
        const ImVec2 at = strip.place_of(m, i);
        if (const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y); distance < best) best = distance, nearest = i;
    }
    return nearest;
}

std::string sample_text(const TimingRow& row, std::size_t sample) {
    const Measurement& m = row.kernel;
    const double off = m.median_ms > 0 ? (m.samples_ms[sample] / m.median_ms - 1) * 100 : 0;
    std::string text = fmt::format("Sample {} of {}: {} ({:+.1f} % of the median)", sample + 1, m.samples_ms.size(),
                                   duration_text(m.samples_ms[sample]), off);
    if (const auto why = row.marked.find(sample); why != row.marked.end()) text += "\nMarked: " + why->second;
    return text;
}

std::string strip_text(const TimingRow& row) {
    std::string text = fmt::format(
        "{}, {}: {} samples of the kernel, from top to bottom as they were taken.\nLine: median. Band: "
        "median absolute deviation.",
        row.device, row.source, row.kernel.samples_ms.size());
    if (row.kernel.too_few()) text += "\nToo few samples for a spread: it takes at least five.";
    for (const auto& [sample, why] : row.marked) text += fmt::format("\nSample {} is marked: {}", sample + 1, why);
    return text;
}

void draw_strip(const Look& look, const TimingRow& row, ImVec2 min, ImVec2 max) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Strip strip = strip_of(row.kernel, min, max);
    draw_scale(list, look, strip);
    draw_spread(list, look, strip, row);
    for (std::size_t i = 0; i < row.kernel.samples_ms.size(); ++i)
        draw_sample(list, look, row, strip.place_of(row.kernel, i), row.marked.contains(i));
    if (row.recorded) draw_dashed_frame(list, min, max, look.theme.muted, look.px(4), look.px(1));
    ImGui::SetCursorScreenPos(min);
    ImGui::InvisibleButton("##sample_strip", {max.x - min.x, max.y - min.y}, ImGuiButtonFlags_EnableNav);
    const auto sample = ImGui::IsItemHovered() ? sample_at_mouse(look, strip, row.kernel) : std::nullopt;
    if (sample) list.AddCircle(strip.place_of(row.kernel, *sample), look.px(6), look.theme.text, 0, look.px(1.5f));
    explain(look, sample ? sample_text(row, *sample) : strip_text(row));
}

// Label above value, side by side as many as fit; returns the height taken.
float draw_figures(const Look& look, const TimingRow& row, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = look.px(kFigureHeight), gap = look.px(22);
    ImVec2 pen = at;
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
        const TimingFigure& figure = row.figures[i];
        const float wide = std::max(text_width(look.fonts.mono, look.px(Fonts::kSmall), figure.value),
                                    text_width(look.fonts.regular, look.px(Fonts::kSmall), figure.label));
        if (pen.x > at.x && pen.x + wide > at.x + width) pen = {at.x, pen.y + line};
        put_text(list, look.fonts.regular, look.px(Fonts::kSmall), pen, look.theme.muted, figure.label);
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {pen.x, pen.y + look.px(15)}, look.theme.text, figure.value);
        ImGui::SetCursorScreenPos(pen);
        const IdScope id(static_cast<int>(i));
        ImGui::InvisibleButton("##figure", {wide, look.px(30)});
        explain(look, figure.help);
        pen.x += wide + gap;
    }
    return pen.y + line - at.y;
}

// A device's strip at the right of its name, or below it in a narrow panel; its figures below.
void draw_row(const Look& look, const TimingRow& row, float width) {
    const IdScope id(row_id(row).c_str());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool narrow = width < look.px(420);
    const float label = narrow ? 0 : look.px(170), strip_height = look.px(34);
    const float room = narrow ? width : label - look.px(8);
    put_text_cut(list, look.fonts.semibold, look.px(Fonts::kSmall), {at.x, at.y + look.px(2)}, look.theme.text, row_title(row),
                 room);
    put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x, at.y + look.px(19)}, look.theme.muted, row.source, room);
    const ImVec2 min{at.x + label, at.y + (narrow ? look.px(38) : look.px(2))};
    const ImVec2 max{at.x + width - look.px(4), min.y + strip_height};
    float bottom = max.y;
    if (row.kernel.samples_ms.empty()) {
        const std::string why = row.counted_only || row.pending ? row.text : "no warm sample: it ran once";
        list.AddRect(min, max, look.theme.line, look.px(3), 1);
        put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {min.x + look.px(8), min.y + look.px(8)}, look.theme.muted,
                     why, max.x - min.x - look.px(16));
    } else {
        draw_strip(look, row, min, max);
        bottom += look.px(20);
    }
    if (row.pending && !row.counted_only) bottom += look.px(20 + 2 + kFigureHeight);  // of the figures that it will have
    if (!row.figures.empty()) bottom += draw_figures(look, row, {min.x, bottom + look.px(2)}, max.x - min.x);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, bottom - at.y + look.px(10)});
}

}  // namespace

void timing_samples(Workbench& wb, const std::vector<TimingRow>& rows) {
    if (ImGui::BeginChild("##sample_rows", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        const float width = ImGui::GetContentRegionAvail().x;
        for (const TimingRow& row : rows) draw_row(wb.look, row, width);
        if (std::ranges::any_of(rows, [](const TimingRow& row) { return !row.kernel.samples_ms.empty(); }))
            muted_text(wb.look, "Dot: one run, from top to bottom as they came. Line: median. Band: median absolute deviation.");
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
