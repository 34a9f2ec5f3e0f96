#include "ui/debugger/timeline_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/number_text.h"
#include "ui/kit/draw.h"

namespace warpwise::ui {
namespace {

using Kind = TimelineSpan::Kind;

ImU32 colour_of(const Theme& theme, Kind kind) {
    switch (kind) {
        case Kind::running: return mix(theme.panel, theme.good, 0.60f);
        case Kind::memory: return mix(theme.panel, theme.series[3], 0.68f);
        case Kind::extra: return mix(theme.panel, theme.bad, 0.60f);
        case Kind::barrier: return mix(theme.panel, theme.muted, 0.55f);
        case Kind::exited: return theme.line;
    }
    return theme.line;
}

ImU32 ink_on(const Theme& theme, ImU32 fill) {
    return contrast(theme.text, fill) >= contrast(theme.panel, fill) ? theme.text : theme.panel;
}

bool is_run(Kind kind) { return kind != Kind::barrier && kind != Kind::exited; }

float hairline(const Look& look) { return std::max(1.0f, std::round(look.px(1))); }

// Never by colour alone: memory has an edge above and extra work is hatched; what has not run is an outline.
void draw_block(ImDrawList& list, const Look& look, Kind kind, ImVec2 min, ImVec2 max, bool has_run) {
    const ImU32 colour = colour_of(look.theme, kind);
    const float height = max.y - min.y, width = max.x - min.x;
    const float rounding = std::min({look.px(3), height / 3, width / 3});
    if (!has_run) {
        const bool has_edge = width >= look.px(3);
        list.AddRectFilled(min, max, mix(look.theme.panel, colour, has_edge ? 0.14f : 0.45f), rounding);
        if (has_edge) list.AddRect(min, max, colour, rounding, hairline(look));
        return;
    }
    list.AddRectFilled(min, max, colour, rounding);
    const float edge = std::max(1.0f, std::round(height * 0.12f));
    if (kind == Kind::memory && width >= look.px(4))
        list.AddRectFilled({min.x + rounding / 2, min.y}, {max.x - rounding / 2, min.y + edge},
                           mix(look.theme.series[3], look.theme.text, 0.35f));
    if (kind == Kind::extra && width >= look.px(3)) draw_hatch(list, min, max, with_alpha(look.theme.text, 0.40f), look.px(5));
}

void draw_wait(ImDrawList& list, const Look& look, ImVec2 min, ImVec2 max, bool has_run) {
    const float middle = std::round((min.y + max.y) / 2), half = std::max(1.0f, std::round((max.y - min.y) * 0.14f));
    list.AddRectFilled({min.x, middle - half}, {max.x, middle + half},
                       with_alpha(colour_of(look.theme, Kind::barrier), has_run ? 1.0f : 0.5f));
}

// Where the warp waits for its turn: to `end`, where it exits.
void draw_turn_line(const Look& look, const TimelineCanvas& canvas, const TimelineRow& row, float end) {
    const float middle = std::round(row.top + row.height / 2);
    if (end > canvas.min.x)
        ImGui::GetWindowDrawList()->AddRectFilled({canvas.min.x, middle}, {std::min(end, canvas.max.x), middle + hairline(look)},
                                                  mix(look.theme.panel, look.theme.muted, 0.35f));
}

}  // namespace

void draw_row_spans(const Look& look, const TimelineCanvas& canvas, const TimelineRow& row, std::span<const TimelineSpan> spans,
                    const std::vector<std::string>& arrays) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = row.top + row.height, gap = std::min(look.px(1), canvas.step_width() * 0.2f);
    const bool exits = !spans.empty() && spans.back().kind == Kind::exited;
    draw_turn_line(look, canvas, row, exits ? canvas.x_of(static_cast<double>(spans.back().begin)) : canvas.max.x);
    const float size = look.px(Fonts::kSmall);
    const auto block = [&](const TimelineSpan& span, std::uint64_t begin, std::uint64_t end, bool has_run) {
        if (begin >= end) return;
        const ImVec2 min{std::max(std::round(canvas.x_of(static_cast<double>(begin)) + gap), canvas.min.x), row.top};
        const ImVec2 max{std::min(std::round(canvas.x_of(static_cast<double>(end)) - gap), canvas.max.x), bottom};
        if (max.x <= min.x) return;
        if (span.kind == Kind::barrier) return draw_wait(list, look, min, max, has_run);
        draw_block(list, look, span.kind, min, max, has_run);
        if (row.height < size) return;
        std::string text = short_text(span, arrays);
        const auto fits = [&] { return text_width(look.fonts.regular, size, text) + look.px(4) <= max.x - min.x; };
        if (!fits() && span.access != TimelineSpan::Access::none) text = text.substr(0, text.find(' '));
        if (text.empty() || !fits()) return;
        const ImU32 fill = colour_of(look.theme, span.kind);
        put_text(list, look.fonts.regular, size, {(min.x + max.x) / 2, row.top + (row.height - size) / 2 - look.px(1)},
                 has_run ? ink_on(look.theme, fill) : look.theme.text, text, 0.5f);
    };
    for (const TimelineSpan& span : spans) {
        if (span.kind == Kind::exited) continue;
        const std::uint64_t split = std::clamp(row.position, span.begin, span.end);
        block(span, span.begin, split, true);
        block(span, split, span.end, false);
        const bool newest = row.chosen && is_run(span.kind) && span.begin < row.position && row.position <= span.end;
        if (!newest) continue;
        const float right = canvas.x_of(static_cast<double>(row.position));
        const float left = std::max(canvas.x_of(static_cast<double>(span.begin)), canvas.min.x);
        if (right > left)
            list.AddRect({left, row.top - 1}, {right, bottom + 1}, look.theme.text, look.px(3), std::max(1.0f, look.px(1.5f)));
    }
}

void draw_row_columns(const Look& look, const TimelineCanvas& canvas, const TimelineRow& row, std::span<const ColumnRun> runs) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool exits = !runs.empty() && runs.back().kind == Kind::exited;
    draw_turn_line(look, canvas, row, exits ? canvas.min.x + static_cast<float>(runs.back().begin) : canvas.max.x);
    const float now = std::round(canvas.x_of(static_cast<double>(row.position)));
    for (const ColumnRun& run : runs) {
        if (run.kind == Kind::exited) continue;
        const float begin = canvas.min.x + static_cast<float>(run.begin), end = canvas.min.x + static_cast<float>(run.end);
        const float split = std::clamp(now, begin, end);
        for (const auto& [from, to, has_run] : {std::tuple{begin, split, true}, std::tuple{split, end, false}}) {
            if (from >= to) continue;
            if (run.kind == Kind::barrier)
                draw_wait(list, look, {from, row.top}, {to, row.top + row.height}, has_run);
            else if (has_run)
                draw_block(list, look, run.kind, {from, row.top}, {to, row.top + row.height}, true);
            else
                list.AddRectFilled({from, row.top}, {to, row.top + row.height},
                                   mix(look.theme.panel, colour_of(look.theme, run.kind), 0.45f));
        }
    }
}

void draw_fault_step(const Look& look, const TimelineCanvas& canvas, const TimelineRow& row, std::uint64_t at) {
    const auto begin = static_cast<double>(at);
    if (begin >= canvas.window.end || begin + 1 <= canvas.window.begin) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 min{std::max(canvas.x_of(begin), canvas.min.x), row.top};
    const ImVec2 max{std::max(std::min(canvas.x_of(begin + 1), canvas.max.x), min.x + look.px(3)), row.top + row.height};
    list.AddRectFilled(min, max, look.theme.bad, std::min(look.px(3), (max.x - min.x) / 3));
    const float size = look.px(Fonts::kSmall);
    if (max.x - min.x >= look.px(10) && row.height >= size)
        put_text(list, look.fonts.semibold, size, {(min.x + max.x) / 2, row.top + (row.height - size) / 2 - look.px(1)},
                 ink_on(look.theme, look.theme.bad), "!", 0.5f);
}

void draw_axis(const Look& look, const TimelineCanvas& canvas) {
    const float least = look.px(64);
    double step = 1;
    for (int i = 0; static_cast<float>(step) * canvas.step_width() < least && i < 60; ++i)
        step *= i % 3 == 1 ? 2.5 : 2;  // 1 2 5 10
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (double at = std::ceil(canvas.window.begin / step) * step; at <= canvas.window.end; at += step) {
        const std::string text = with_separators(static_cast<std::int64_t>(std::llround(at)));
        const float half = text_width(look.fonts.mono, look.px(Fonts::kSmall), text) / 2;
        const float x = std::clamp(canvas.x_of(at), canvas.min.x + half, std::max(canvas.min.x + half, canvas.max.x - half));
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {x, canvas.max.y + look.px(2)}, look.theme.muted, text, 0.5f);
    }
}

void draw_position(const Look& look, const TimelineCanvas& canvas, double position, bool dragged) {
    if (position < canvas.window.begin || position > canvas.window.end) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = std::round(canvas.x_of(position)), half = look.px(6), top = canvas.min.y - look.px(11);
    const ImU32 colour = dragged ? look.theme.accent : look.theme.text;
    list.AddRectFilled({x - look.px(1), canvas.min.y - look.px(4)}, {x + look.px(1), canvas.max.y}, colour);
    list.AddTriangleFilled({x - half, top}, {x + half, top}, {x, canvas.min.y - look.px(2)}, colour);
}

void draw_whole_run(const Look& look, ImVec2 min, ImVec2 max, double whole, std::uint64_t position, std::span<const ColumnRun> runs,
                    const WholeRunMarks& marks, const StepWindow& window) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float step = (max.x - min.x) / static_cast<float>(whole);
    const auto x_of = [&](double at) { return min.x + static_cast<float>(at) * step; };
    const float now = x_of(static_cast<double>(position));
    const bool cells = step >= look.px(5);  // with a gap between two steps
    for (const ColumnRun& run : runs) {
        const float begin = min.x + static_cast<float>(run.begin), end = min.x + static_cast<float>(run.end);
        const float split = std::clamp(now, begin, end);
        const ImU32 colour = mix(look.theme.panel, colour_of(look.theme, run.kind), 0.85f);
        if (begin < split) list.AddRectFilled({begin, min.y}, {split, max.y}, colour);
        if (split < end) list.AddRectFilled({split, min.y}, {end, max.y}, mix(look.theme.panel, colour, 0.35f));
    }
    if (marks.fault)
        list.AddRectFilled({x_of(static_cast<double>(*marks.fault)), min.y}, {std::max(max.x, min.x + look.px(3)), max.y},
                           look.theme.bad);
    if (marks.race) {
        const float begin = x_of(static_cast<double>(*marks.race));
        list.AddRectFilled({begin, min.y}, {std::min(begin + std::max(step, look.px(3)), max.x), max.y}, look.theme.bad);
    }
    if (cells)
        for (double at = 1; at < whole; ++at)
            list.AddRectFilled({x_of(at) - look.px(1), min.y}, {x_of(at) + look.px(1), max.y}, look.theme.panel);
    const float out = look.px(2);
    list.AddRect({x_of(window.begin) - out, min.y - out}, {x_of(window.end) + out, max.y + out}, look.theme.accent, look.px(4),
                 std::max(1.0f, look.px(1.5f)));
}

void draw_funnel(const Look& look, ImVec2 bar_min, ImVec2 bar_max, double whole, const TimelineCanvas& canvas) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto x_of = [&](double at) { return bar_min.x + static_cast<float>(at / whole) * (bar_max.x - bar_min.x); };
    const ImU32 colour = with_alpha(look.theme.accent, 0.55f);
    const float top = bar_max.y + look.px(3), bottom = canvas.min.y - look.px(3);
    list.AddLine({x_of(canvas.window.begin), top}, {canvas.min.x, bottom}, colour);
    list.AddLine({x_of(canvas.window.end), top}, {canvas.max.x, bottom}, colour);
}

void draw_timeline_legend(const Look& look, ImVec2 at, float right, const TimelineLegend& has) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float box = look.px(14), size = look.px(Fonts::kSmall);
    const char* const order = "In the order of the schedule; the emulator has no clock";
    float x = at.x;
    const auto entry = [&](const char* text, const auto& draw) {
        const float width = box + look.px(7) + text_width(look.fonts.regular, size, text);
        if (x + width > right) return;
        const float top = std::round(at.y + look.px(2));
        draw(ImVec2{x, top}, ImVec2{x + box, top + box});
        put_text(list, look.fonts.regular, size, {x + box + look.px(7), at.y}, look.theme.muted, text);
        x += width + look.px(22);
    };
    const auto block = [&](Kind kind, bool has_run) {
        return [&, kind, has_run](ImVec2 min, ImVec2 max) { draw_block(list, look, kind, min, max, has_run); };
    };
    entry(has.lines ? "executed, with its line number" : "executed", block(Kind::running, true));
    entry("memory request", block(Kind::memory, true));
    if (has.extra) entry("extra sectors or wavefronts", block(Kind::extra, true));
    if (has.fault || has.race)
        entry(has.fault ? "fault" : "data race",
              [&](ImVec2 min, ImVec2 max) { list.AddRectFilled(min, max, look.theme.bad, look.px(3)); });
    entry("not executed yet", block(Kind::running, false));
    if (has.barrier) entry("waiting at a barrier", [&](ImVec2 min, ImVec2 max) { draw_wait(list, look, min, max, true); });
    entry("waiting for its turn", [&](ImVec2 min, ImVec2 max) {
        const float middle = std::round((min.y + max.y) / 2);
        list.AddRectFilled({min.x, middle}, {max.x, middle + hairline(look)}, mix(look.theme.panel, look.theme.muted, 0.6f));
    });
    if (x + text_width(look.fonts.regular, size, order) <= right)
        put_text(list, look.fonts.regular, size, {right, at.y}, look.theme.muted, order, 1);
}

}  // namespace warpwise::ui
