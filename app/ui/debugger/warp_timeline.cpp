// What each warp of the block does from its start to its end; a click or a drag goes to that moment, forwards or back.
#include "ui/debugger/warp_timeline.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/panels.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

using Kind = TimelineSpan::Kind;

constexpr float kLabelWidth = 72, kMarkerHeight = 12, kLeastRow = 9, kLargestRow = 26, kLegendHeight = 26;  // unscaled

struct Canvas {
    ImVec2 min, max;  // of the rows
    float row = 0;
    StepWindow window;
    float x_of(double position) const {
        return min.x + static_cast<float>((position - window.begin) / window.length()) * (max.x - min.x);
    }
    double position_at(float x) const {
        return window.begin + window.length() * static_cast<double>((x - min.x) / std::max(max.x - min.x, 1.0f));
    }
};

ImU32 colour_of(const Theme& theme, Kind kind) {
    switch (kind) {
        case Kind::running: return mix(theme.panel, theme.good, 0.55f);
        case Kind::memory: return mix(theme.panel, theme.series[3], 0.65f);
        case Kind::extra: return mix(theme.panel, theme.bad, 0.65f);
        case Kind::barrier: return mix(theme.panel, theme.muted, 0.45f);
        case Kind::exited: return mix(theme.panel, theme.muted, 0.50f);
    }
    return theme.line;
}

// Never by colour alone: memory has an edge above, extra work is hatched, waiting is a thin bar, and exited is a line.
void draw_span(ImDrawList& list, const Look& look, Kind kind, ImVec2 min, ImVec2 max) {
    const ImU32 colour = colour_of(look.theme, kind);
    const float height = max.y - min.y, middle = std::round((min.y + max.y) / 2);
    if (kind == Kind::barrier) {
        const float half = std::max(1.0f, std::round(height * 0.17f));
        return list.AddRectFilled({min.x, middle - half}, {max.x, middle + half}, colour);
    }
    if (kind == Kind::exited) return list.AddRectFilled({min.x, middle}, {max.x, middle + std::max(1.0f, look.px(1))}, colour);
    list.AddRectFilled(min, max, colour);
    const float edge = std::max(1.0f, std::round(height * 0.14f));
    if (kind == Kind::memory) list.AddRectFilled(min, {max.x, min.y + edge}, mix(look.theme.series[3], look.theme.text, 0.35f));
    if (kind == Kind::extra && max.x - min.x >= look.px(3))
        draw_hatch(list, min, max, with_alpha(look.theme.text, 0.40f), look.px(5));
}

std::uint32_t warps_shown(const DebuggerState& state) { return state.subject != nullptr ? warps_of(state.subject->shape) : 1; }

const std::vector<std::vector<ColumnRun>>& rows_for(const DebuggerState& state, WarpTimelineState& view, const Canvas& canvas) {
    const int columns = std::max(1, static_cast<int>(canvas.max.x - canvas.min.x));
    if (view.made_of == state.overview && view.made_for == canvas.window && view.columns == columns) return view.rows;
    view.made_of = state.overview;
    view.made_for = canvas.window;
    view.columns = columns;
    view.rows.clear();
    for (std::uint32_t warp = 0; warp < warps_shown(state); ++warp)
        view.rows.push_back(column_runs(state.overview->timeline, warp, canvas.window, columns));
    return view.rows;
}

void draw_rows(Workbench& bench, const DebuggerState& state, WarpTimelineState& view, const Canvas& canvas) {
    const Look& look = bench.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto& rows = rows_for(state, view, canvas);
    const float gap = canvas.row >= look.px(14) ? look.px(3) : look.px(1);
    const float font = std::min(look.px(Fonts::small), canvas.row);
    // labels that have no room are left out evenly
    const auto every = static_cast<std::uint32_t>(std::max(1.0f, std::ceil(look.px(Fonts::small) / canvas.row)));
    for (std::uint32_t warp = 0; warp < rows.size(); ++warp) {
        const float top = canvas.min.y + canvas.row * static_cast<float>(warp);
        const bool chosen = warp == state.now->warp;
        if (chosen)
            list.AddRectFilled({canvas.min.x - look.px(kLabelWidth), top - gap / 2}, {canvas.max.x, top + canvas.row - gap / 2},
                               with_alpha(look.theme.accent, 0.14f));
        const bool has_room =
            warp % every == 0 && (warp > state.now->warp ? warp - state.now->warp : state.now->warp - warp) >= every;
        if (chosen || has_room)
            put_text(list, chosen ? look.fonts.semibold : look.fonts.regular, std::max(font, look.px(Fonts::small)),
                     {canvas.min.x - look.px(10), top + (canvas.row - gap - look.px(Fonts::small)) / 2 - look.px(2)},
                     chosen ? look.theme.text : look.theme.muted, fmt::format("warp {}", warp), 1);
        for (const ColumnRun& run : rows[warp])
            draw_span(list, look, run.kind, {canvas.min.x + static_cast<float>(run.begin), top},
                      {canvas.min.x + static_cast<float>(run.end), top + canvas.row - gap});
    }
}

void draw_marker(const Look& look, const Canvas& canvas, double position, bool dragged) {
    if (position < canvas.window.begin || position > canvas.window.end) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = std::round(canvas.x_of(position)), half = look.px(6), top = canvas.min.y - look.px(kMarkerHeight);
    const ImU32 colour = dragged ? look.theme.accent : look.theme.text;
    list.AddRectFilled({x - look.px(1), canvas.min.y - look.px(4)}, {x + look.px(1), canvas.max.y}, colour);
    list.AddTriangleFilled({x - half, top}, {x + half, top}, {x, canvas.min.y - look.px(2)}, colour);
}

std::uint64_t whole_of(const DebuggerState& state) {
    return std::max<std::uint64_t>({state.overview->length, state.now->position, 1});
}

void go_to(Workbench& bench, const DebuggerState& state, std::uint64_t position) {
    bench.post(ask::DebugStep{{.go = DebugGo::to_position, .warp = state.warp, .position = position, .breakpoints = {}}});
}

void choose_warp(Workbench& bench, const DebuggerState& state, std::int64_t warp) {
    if (warp < 0 || warp >= static_cast<std::int64_t>(warps_shown(state))) return;
    bench.post(ask::DebugStep{{.go = DebugGo::stay, .warp = static_cast<std::uint32_t>(warp), .breakpoints = {}}});
}

void take_keys(Workbench& bench, const DebuggerState& state, WarpTimelineState& view, const Canvas& canvas, ImGuiID id) {
    for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Home,
                               ImGuiKey_End, ImGuiKey_PageUp, ImGuiKey_PageDown})
        ImGui::SetKeyOwner(key, id);
    const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id); };
    const auto go = [&](DebugGo where) { bench.post(ask::DebugStep{{.go = where, .warp = state.warp, .breakpoints = {}}}); };
    if (pressed(ImGuiKey_LeftArrow)) go(DebugGo::back_instruction);
    if (pressed(ImGuiKey_RightArrow)) go(DebugGo::instruction);
    if (pressed(ImGuiKey_UpArrow)) choose_warp(bench, state, std::int64_t{state.now->warp} - 1);
    if (pressed(ImGuiKey_DownArrow)) choose_warp(bench, state, std::int64_t{state.now->warp} + 1);
    if (pressed(ImGuiKey_Home)) go(DebugGo::back_to_start);
    if (pressed(ImGuiKey_End)) go(DebugGo::to_end);
    const auto whole = static_cast<double>(whole_of(state)), at = static_cast<double>(state.now->position);
    if (pressed(ImGuiKey_PageUp)) view.window = zoomed(canvas.window, whole, at, 0.5);
    if (pressed(ImGuiKey_PageDown)) view.window = zoomed(canvas.window, whole, at, 2);
}

std::string moment_text(const DebuggerState& state, std::uint32_t warp, std::uint64_t position) {
    const auto span = span_at(state.overview->timeline, warp, position);
    return fmt::format("Warp {}, instruction {}: {}", warp, with_separators(position), span ? label_of(span->kind) : "nothing");
}

void take_mouse(Workbench& bench, const DebuggerState& state, WarpTimelineState& view, const Canvas& canvas) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto whole = static_cast<double>(whole_of(state));
    const double under = std::clamp(canvas.position_at(io.MousePos.x), 0.0, whole);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) {
        ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
        if (io.MouseWheel != 0) {
            if (io.KeyShift)
                view.window = panned(canvas.window, whole, -canvas.window.length() * 0.1 * static_cast<double>(io.MouseWheel));
            else
                view.window = zoomed(canvas.window, whole, under, std::pow(0.8, static_cast<double>(io.MouseWheel)));
        }
    }
    const auto row = static_cast<std::int64_t>((io.MousePos.y - canvas.min.y) / canvas.row);
    const auto warp = static_cast<std::uint32_t>(std::clamp<std::int64_t>(row, 0, std::int64_t{warps_shown(state)} - 1));
    if (ImGui::IsItemActivated() && io.MousePos.x < canvas.min.x) return choose_warp(bench, state, row);
    if (ImGui::IsItemActive() && io.MouseDown[0] && (view.dragged || io.MouseClickedPos[0].x >= canvas.min.x)) {
        const auto position = static_cast<std::uint64_t>(std::llround(under));
        if (view.dragged != position) go_to(bench, state, position);
        view.dragged = position;
    } else {
        view.dragged.reset();
    }
    if (!hovered || view.dragged || !begin_tooltip(bench.look)) return;
    if (io.MousePos.x < canvas.min.x)
        ImGui::TextUnformatted(fmt::format("Show warp {}", warp).c_str());
    else
        ImGui::TextUnformatted(moment_text(state, warp, static_cast<std::uint64_t>(under)).c_str());
    ImGui::EndTooltip();
}

void draw_legend(Workbench& bench, WarpTimelineState& view) {
    const Look& look = bench.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x, box = look.px(14);
    float x = at.x + look.px(kLabelWidth);
    for (const Kind kind : {Kind::running, Kind::memory, Kind::extra, Kind::barrier, Kind::exited}) {
        const float width = text_width(look.fonts.regular, look.px(Fonts::small), label_of(kind));
        if (x + box + look.px(8) + width > right) break;
        draw_span(list, look, kind, {x, at.y + look.px(2)}, {x + box, at.y + look.px(2) + box});
        put_text(list, look.fonts.regular, look.px(Fonts::small), {x + box + look.px(7), at.y}, look.theme.muted, label_of(kind));
        x += box + width + look.px(26);
    }
    const char* const order = "In the order of the schedule; the emulator has no clock";
    const float width = text_width(look.fonts.regular, look.px(Fonts::small), order);
    if (x + width <= right) put_text(list, look.fonts.regular, look.px(Fonts::small), {right, at.y}, look.theme.muted, order, 1);
    ImGui::Dummy({1, look.px(kLegendHeight) - ImGui::GetStyle().ItemSpacing.y});
    if (view.window && small_button(look, "Show all##warp_timeline")) view.window.reset();
}

Canvas canvas_in(const Look& look, const DebuggerState& state, const WarpTimelineState& view, ImVec2 at, ImVec2 room) {
    Canvas canvas;
    const auto rows = static_cast<float>(warps_shown(state));
    const float height = room.y - look.px(kMarkerHeight) - look.px(kLegendHeight) - look.px(view.window ? 28 : 0);
    canvas.row = std::floor(std::clamp(height / rows, look.px(kLeastRow), look.px(kLargestRow)));
    canvas.min = {at.x + look.px(kLabelWidth), at.y + look.px(kMarkerHeight)};
    canvas.max = {std::max(at.x + room.x - look.px(8), canvas.min.x + look.px(60)), canvas.min.y + canvas.row * rows};
    const auto whole = static_cast<double>(whole_of(state));
    canvas.window = view.window ? panned(*view.window, whole, 0) : StepWindow{0, whole};
    return canvas;
}

}  // namespace

float least_timeline_height(const Workbench& bench) {
    const DebuggerState& state = bench.state<DebuggerState>();
    const auto rows = static_cast<float>(warps_shown(state));
    return bench.look.px(kMarkerHeight + kLegendHeight + std::max(rows * kLeastRow, 40.0f));
}

void warp_timeline(Workbench& bench) {
    const DebuggerState& state = bench.state<DebuggerState>();
    WarpTimelineState& view = bench.state<WarpTimelineState>();
    if (state.now == nullptr) return;
    if (state.overview == nullptr) return muted_text(bench.look, "Counting what the warps of this block do ...");
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const Canvas canvas = canvas_in(bench.look, state, view, at, room);
    ImGui::InvisibleButton("##warp_timeline_canvas", {canvas.max.x - at.x, canvas.max.y - at.y}, ImGuiButtonFlags_EnableNav);
    const bool focused = ImGui::IsItemFocused();
    take_mouse(bench, state, view, canvas);
    if (focused) take_keys(bench, state, view, canvas, ImGui::GetItemID());
    draw_rows(bench, state, view, canvas);
    draw_marker(bench.look, canvas, static_cast<double>(state.now->position), false);
    if (view.dragged) draw_marker(bench.look, canvas, static_cast<double>(*view.dragged), true);
    draw_legend(bench, view);
}

void warp_timeline_panel(Workbench& bench) {
    report_rect(bench, "warp_timeline");
    const DebuggerState& state = bench.state<DebuggerState>();
    if (!state.is_open())
        return empty_state(bench.look, "No kernel is being stepped",
                           "Start the debugger to see what each warp of a block does, step by step.");
    const IdScope id("warp_timeline");
    text_in(bench.look, bench.look.theme.text, position_text(*state.now, state.overview.get()));
    warp_timeline(bench);
}

}  // namespace warpwise::ui
