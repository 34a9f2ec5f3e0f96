// What each warp of the block does from its start to its end; a click or a drag goes to that moment, forwards or back.
#include "ui/debugger/warp_timeline.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "base/thread_name.h"
#include "ui/debugger/debug_steps.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/panels.h"
#include "ui/debugger/timeline_draw.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

using Kind = TimelineSpan::Kind;

constexpr float kLabelWidth = 84, kBarHeight = 14, kFunnel = 16, kLargestRow = 26, kAxisHeight = 20,
                kLegendHeight = 24;  // unscaled
constexpr float kLeastRows = 26;     // unscaled height of the rows in sight; where more rows have no room, they scroll
constexpr float kLegibleStep = 50;   // unscaled width in which an instruction has room for its words

// Unscaled: rows that are too low for a number still tell what is run when.
float least_row(std::uint32_t warps) { return warps > 16 ? 6 : warps > 4 ? 8 : 9; }

std::uint32_t warps_shown(const DebuggerState& state) { return state.subject != nullptr ? warps_of(state.subject->shape) : 1; }

// The warp whose instruction the block cannot execute: it stands behind all that the overview has.
std::optional<std::uint32_t> warp_of_fault(const DebuggerState& state) {
    if (state.subject == nullptr || !faults_in_instruction(*state.overview)) return std::nullopt;
    return warp_of_thread(state.subject->shape, *state.overview->fault->thread);
}

// Positions that the block can stand at.
std::uint64_t last_position(const DebuggerState& state) {
    return std::max<std::uint64_t>({state.overview->length, state.now->position, 1});
}
// Steps that are drawn: with the one that faults.
double whole_of(const DebuggerState& state) {
    return static_cast<double>(last_position(state)) + (warp_of_fault(state) ? 1.0 : 0.0);
}

StepWindow& shown_window(WarpTimelineState& view) { return view.window ? *view.window : view.followed; }

// A new session has a window of its own; a step that leaves the window takes it along.
void follow(const DebuggerState& state, WarpTimelineState& view, float legible_steps) {
    const double whole = whole_of(state), at = static_cast<double>(state.now->position);
    if (view.of != state.subject) {
        view.of = state.subject;
        view.window.reset();
        view.whole = 0;
    }
    if (view.whole != whole) {
        view.whole = whole;
        view.followed = first_window(whole, at, static_cast<double>(legible_steps), warps_shown(state));
        if (view.window) view.window = panned(*view.window, whole, 0);
    }
    if (view.position != state.now->position) shown_window(view) = holding(shown_window(view), whole, at);
    view.position = state.now->position;
}

void go_to(Workbench& bench, std::uint32_t warp, std::uint64_t position) {
    bench.post(ask::DebugStep{{.go = DebugGo::to_position, .warp = warp, .position = position, .breakpoints = {}}});
}

void choose_warp(Workbench& bench, const DebuggerState& state, std::int64_t warp) {
    if (warp < 0 || warp >= static_cast<std::int64_t>(warps_shown(state))) return;
    bench.post(ask::DebugStep{{.go = DebugGo::stay, .warp = static_cast<std::uint32_t>(warp), .breakpoints = {}}});
}

void zoom(const DebuggerState& state, WarpTimelineState& view, double factor) {
    const StepWindow now = shown_window(view);
    const auto at = static_cast<double>(state.now->position);
    const bool seen = at >= now.begin && at <= now.end;
    view.window = zoomed(now, whole_of(state), seen ? at : (now.begin + now.end) / 2, factor);
}

void take_keys(Workbench& bench, const DebuggerState& state, WarpTimelineState& view, ImGuiID id) {
    for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Home,
                               ImGuiKey_End, ImGuiKey_PageUp, ImGuiKey_PageDown})
        ImGui::SetKeyOwner(key, id);
    const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id); };
    if (pressed(ImGuiKey_LeftArrow)) debug_go(bench, DebugGo::back_instruction);
    if (pressed(ImGuiKey_RightArrow)) debug_go(bench, DebugGo::instruction);
    if (pressed(ImGuiKey_UpArrow)) choose_warp(bench, state, std::int64_t{state.now->warp} - 1);
    if (pressed(ImGuiKey_DownArrow)) choose_warp(bench, state, std::int64_t{state.now->warp} + 1);
    if (pressed(ImGuiKey_Home)) debug_go(bench, DebugGo::back_to_start);
    if (pressed(ImGuiKey_End)) debug_go(bench, DebugGo::to_end);
    if (pressed(ImGuiKey_PageUp)) zoom(state, view, 0.5);
    if (pressed(ImGuiKey_PageDown)) zoom(state, view, 2);
}

// The wheel over the rows or over the bar; `at` is the position under the mouse.
void take_wheel(WarpTimelineState& view, double whole, double at) {
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelX);
    const StepWindow now = shown_window(view);
    if (io.MouseWheel != 0 && !io.KeyShift) view.window = zoomed(now, whole, at, std::pow(0.8, static_cast<double>(io.MouseWheel)));
    const float across = io.KeyShift ? io.MouseWheel : io.MouseWheelH;
    if (across != 0) view.window = panned(now, whole, -now.length() * 0.1 * static_cast<double>(across));
}

void moment_tooltip(const Look& look, const DebuggerState& state, std::uint32_t warp, std::uint64_t step) {
    if (!begin_tooltip(look)) return;
    const DebugOverview& overview = *state.overview;
    std::string what = "waiting for its turn";
    if (const auto guilty = warp_of_fault(state); guilty == warp && step >= last_position(state))
        what = fault_title(*overview.fault);
    else if (const auto span = span_at(overview.timeline, warp, step))
        what = long_text(*span, overview.arrays);
    if (overview.race && warp == overview.race_warp && step == overview.race_position) what += ": it races";
    {
        const FontScope strong(look.fonts.semibold, look.px(Fonts::kSmall));
        ImGui::TextUnformatted(fmt::format("Warp {}: {}", warp, what).c_str());
    }
    {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        ImGui::TextColored(to_vec4(look.theme.muted), "%s",
                           fmt::format("instruction {} of {}. Click to go there.", with_separators(step + 1),
                                       with_separators(static_cast<std::uint64_t>(whole_of(state))))
                               .c_str());
    }
    ImGui::EndTooltip();
}

void take_mouse(Workbench& bench, const DebuggerState& state, WarpTimelineState& view, const TimelineCanvas& canvas) {
    const ImGuiIO& io = ImGui::GetIO();
    const double whole = whole_of(state), under = std::clamp(canvas.position_at(io.MousePos.x), 0.0, whole);
    const std::uint64_t last = last_position(state);
    // just before the step under the mouse; the end, at the right edge
    const std::uint64_t step = std::min(static_cast<std::uint64_t>(under), last);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) take_wheel(view, whole, under);
    const auto row = static_cast<std::int64_t>((io.MousePos.y - canvas.min.y) / canvas.row);
    const auto warp = static_cast<std::uint32_t>(std::clamp<std::int64_t>(row, 0, std::int64_t{warps_shown(state)} - 1));
    if (ImGui::IsItemActivated() && io.MousePos.x < canvas.min.x) return choose_warp(bench, state, row);
    if (ImGui::IsItemActivated()) view.dragged_warp = warp;
    if (ImGui::IsItemActive() && io.MouseDown[0] && (view.dragged || io.MouseClickedPos[0].x >= canvas.min.x)) {
        if (view.dragged != step) go_to(bench, view.dragged_warp, step);
        view.dragged = step;
    } else {
        view.dragged.reset();
    }
    if (!hovered || view.dragged) return;
    if (io.MousePos.x >= canvas.min.x)
        return moment_tooltip(bench.look, state, warp, static_cast<std::uint64_t>(std::min(under, whole - 0.5)));
    text_tooltip(bench.look, fmt::format("Show warp {}", warp));
}

TimelineLegend legend_of(const DebuggerState& state) {
    TimelineLegend legend{.fault = warp_of_fault(state).has_value(), .race = state.overview->race.has_value()};
    for (const TimelineSpan& span : state.overview->timeline) {
        legend.extra |= span.kind == Kind::extra;
        legend.barrier |= span.kind == Kind::barrier;
    }
    return legend;
}

// "Whole run", the bar, and what zooms. Returns the bar's rectangle.
ImRect whole_run_row(Workbench& bench, const DebuggerState& state, WarpTimelineState& view, float width) {
    const Look& look = bench.look;
    const double whole = whole_of(state);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = look.px(22), button = look.px(26), gap = look.px(6);
    const float fit = text_width(look.fonts.regular, look.px(Fonts::kSmall), "Fit") + 2 * look.px(10);
    const float left = at.x + look.px(kLabelWidth), right = at.x + width - look.px(8) - 2 * button - fit - 2 * gap - look.px(14);
    put_text(*ImGui::GetWindowDrawList(), look.fonts.regular, look.px(Fonts::kSmall), {at.x, at.y + look.px(2)}, look.theme.muted,
             "Whole run");
    const float top = std::round(at.y + (height - look.px(kBarHeight)) / 2);
    const ImRect bar({left, top}, {std::max(right, left + look.px(40)), top + look.px(kBarHeight)});
    ImGui::SetCursorScreenPos({bar.Min.x, at.y});
    ImGui::InvisibleButton("##whole_run", {bar.GetWidth(), height});
    const double under =
        std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - bar.Min.x) / bar.GetWidth()) * whole, 0.0, whole);
    if (ImGui::IsItemHovered()) {
        take_wheel(view, whole, under);
        if (!ImGui::IsItemActive())
            text_tooltip(look, fmt::format("Instruction {} of {}. Click or drag to show this part of the run; scroll to zoom.",
                                           with_separators(static_cast<std::uint64_t>(std::min(under, whole - 0.5)) + 1),
                                           with_separators(static_cast<std::uint64_t>(whole))));
    }
    if (ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0]) {
        const StepWindow now = shown_window(view);
        view.window = panned(now, whole, under - (now.begin + now.end) / 2);
    }
    const int columns = std::max(1, static_cast<int>(bar.GetWidth()));
    if (view.bar_of != state.overview || view.bar_columns != columns) {
        view.bar_of = state.overview;
        view.bar_columns = columns;
        view.bar = block_runs(state.overview->timeline, {0, whole}, columns);
        view.legend = legend_of(state);
    }
    const auto fault = warp_of_fault(state) ? std::optional(last_position(state)) : std::nullopt;
    const auto race = state.overview->race ? std::optional(state.overview->race_position) : std::nullopt;
    draw_whole_run(look, bar.Min, bar.Max, whole, state.now->position, view.bar, {.fault = fault, .race = race},
                   shown_window(view));
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(4), look.px(2)});
    ImGui::SetCursorScreenPos({bar.Max.x + look.px(14), at.y});
    if (ImGui::Button("-###timeline_zoom_out", {button, height})) zoom(state, view, 1.6);
    explain(look, "Show more of the run (Page Down, or scroll)");
    ImGui::SameLine(0, gap);
    if (ImGui::Button("+###timeline_zoom_in", {button, height})) zoom(state, view, 1 / 1.6);
    explain(look, "Show fewer instructions, larger (Page Up, or scroll)");
    ImGui::SameLine(0, gap);
    if (ImGui::Button("Fit###timeline_fit", {fit, height})) view.window = StepWindow{0, whole};
    explain(look, "Show the whole run");
    ImGui::PopStyleVar();
    return bar;
}

const std::vector<std::vector<ColumnRun>>& rows_for(const DebuggerState& state, WarpTimelineState& view,
                                                    const TimelineCanvas& canvas) {
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

void draw_label(const Look& look, const TimelineCanvas& canvas, std::uint32_t warp, std::uint32_t chosen, float top, float height) {
    // labels that have no room are left out evenly
    const auto every = static_cast<std::uint32_t>(std::max(1.0f, std::ceil(look.px(Fonts::kSmall + 2) / canvas.row)));
    const std::uint32_t apart = warp > chosen ? warp - chosen : chosen - warp;
    if (warp != chosen && (warp % every != 0 || apart < every)) return;
    put_text(*ImGui::GetWindowDrawList(), warp == chosen ? look.fonts.semibold : look.fonts.regular, look.px(Fonts::kSmall),
             {canvas.min.x - look.px(12), top + (height - look.px(Fonts::kSmall)) / 2 - look.px(2)},
             warp == chosen ? look.theme.text : look.theme.muted, fmt::format("warp {}", warp), 1);
}

// Rows that have no room scroll; the chosen warp's comes into sight when another is chosen, with a row of its neighbours.
void keep_in_sight(const DebuggerState& state, WarpTimelineState& view, const TimelineCanvas& canvas) {
    const float top = canvas.row * static_cast<float>(state.now->warp), height = canvas.max.y - canvas.min.y;
    const bool is_same = view.warp_in_sight == state.now->warp && view.height_in_sight == height;
    view.warp_in_sight = state.now->warp;
    view.height_in_sight = height;
    if (is_same) return;
    const float scroll = ImGui::GetScrollY(), least = top + 2 * canvas.row - height, most = top - canvas.row;
    if (scroll < least || scroll > most) ImGui::SetScrollY(std::max(0.0f, scroll < least ? least : most));
}

void draw_rows(Workbench& bench, const DebuggerState& state, WarpTimelineState& view, const TimelineCanvas& canvas) {
    const Look& look = bench.look;
    const bool single = canvas.step_width() >= look.px(kLeastStep);
    const float gap = canvas.row >= look.px(20) ? look.px(4) : canvas.row >= look.px(14) ? look.px(2) : look.px(1);
    const auto guilty = warp_of_fault(state);
    for (std::uint32_t warp = 0; warp < warps_shown(state); ++warp) {
        const float top = canvas.min.y + canvas.row * static_cast<float>(warp);
        const TimelineRow row{top + gap / 2, canvas.row - gap, state.now->position, warp == state.now->warp};
        if (row.chosen)
            ImGui::GetWindowDrawList()->AddRectFilled({canvas.min.x - look.px(kLabelWidth), top}, {canvas.max.x, top + canvas.row},
                                                      with_alpha(look.theme.accent, 0.10f));
        draw_label(look, canvas, warp, state.now->warp, row.top, row.height);
        if (single)
            draw_row_spans(look, canvas, row, spans_in(state.overview->timeline, warp, canvas.window), state.overview->arrays);
        else
            draw_row_columns(look, canvas, row, rows_for(state, view, canvas)[warp]);
        if (guilty == warp) draw_fault_step(look, canvas, row, last_position(state));
        if (state.overview->race && state.overview->race_warp == warp)
            draw_fault_step(look, canvas, row, state.overview->race_position);
    }
}

}  // namespace

float least_timeline_height(const Workbench& bench) {
    return bench.look.px(22 + kFunnel + kAxisHeight + kLegendHeight + kLeastRows);
}

void warp_timeline(Workbench& bench) {
    const Look& look = bench.look;
    const DebuggerState& state = bench.state<DebuggerState>();
    WarpTimelineState& view = bench.state<WarpTimelineState>();
    if (state.now == nullptr) return;
    if (state.overview == nullptr) return muted_text(look, "Counting what the warps of this block do ...");
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const auto rows = static_cast<float>(warps_shown(state));
    TimelineCanvas canvas;
    canvas.min = {at.x + look.px(kLabelWidth), at.y + look.px(22 + kFunnel)};
    canvas.max.x = std::max(at.x + room.x - look.px(8), canvas.min.x + look.px(60));
    const float height = room.y - look.px(22 + kFunnel + kAxisHeight + kLegendHeight);
    canvas.row = std::floor(std::clamp(height / rows, look.px(least_row(warps_shown(state))), look.px(kLargestRow)));
    const bool scrolls = canvas.row * rows > height;
    if (scrolls) canvas.max.x -= ImGui::GetStyle().ScrollbarSize;
    canvas.max.y = canvas.min.y + (scrolls ? std::floor(height) : canvas.row * rows);
    follow(state, view, (canvas.max.x - canvas.min.x) / look.px(kLegibleStep));
    const ImRect bar = whole_run_row(bench, state, view, room.x);
    canvas.window = shown_window(view);
    // the axis and the legend stay in sight below rows that scroll
    const float rim = look.px(5);  // the labels of low rows are higher than the rows
    ImGui::SetCursorScreenPos({at.x, canvas.min.y - rim});
    if (ImGui::BeginChild("##timeline_rows", {room.x, canvas.max.y - canvas.min.y + 2 * rim}, ImGuiChildFlags_NavFlattened,
                          ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground)) {
        keep_in_sight(state, view, canvas);
        TimelineCanvas all = canvas;
        all.min.y = canvas.min.y - ImGui::GetScrollY();
        all.max.y = all.min.y + canvas.row * rows;
        ImGui::SetCursorScreenPos({at.x, all.min.y});
        ImGui::InvisibleButton("##warp_timeline_canvas", {canvas.max.x - at.x, all.max.y - all.min.y}, ImGuiButtonFlags_EnableNav);
        const bool focused = ImGui::IsItemFocused();
        take_mouse(bench, state, view, all);
        if (focused) take_keys(bench, state, view, ImGui::GetItemID());
        all.window = shown_window(view);
        draw_rows(bench, state, view, all);
        ImGui::SetCursorScreenPos({at.x, all.max.y});
        if (scrolls) ImGui::Dummy({1, rim});
    }
    ImGui::EndChild();
    canvas.window = shown_window(view);
    draw_funnel(look, bar.Min, bar.Max, whole_of(state), canvas);
    draw_position(look, canvas, static_cast<double>(state.now->position), false);
    if (view.dragged) draw_position(look, canvas, static_cast<double>(*view.dragged), true);
    draw_axis(look, canvas);
    view.legend.lines = canvas.row >= look.px(Fonts::kSmall + 1) && canvas.step_width() >= look.px(kLegibleStep);
    draw_timeline_legend(look, {canvas.min.x, canvas.max.y + look.px(kAxisHeight)}, canvas.max.x, view.legend);
    ImGui::SetCursorScreenPos({at.x, canvas.max.y});
    ImGui::Dummy({1, look.px(kAxisHeight + kLegendHeight) - ImGui::GetStyle().ItemSpacing.y});
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
