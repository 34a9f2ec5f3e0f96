// How one warp scheduler hides latency, by a model: the warps over the cycles, and the use of the scheduler over the number of
// warps.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/threads/latency_model.h"
#include "ui/threads/latency_state.h"
#include "ui/threads/occupancy_asked.h"
#include "ui/threads/panels.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr std::int64_t kMostCompute = 256, kMostLatency = 1000;
constexpr float kGutter = 70, kTallestRow = 18, kLeastRow = 6, kCurveHeight = 150;  // unscaled

// Warp slots of one of the multiprocessor's schedulers.
int slots_of(const SmLimits& sm) { return sm.warps() / kSchedulersOfSm; }

// The warps that the launch has on one scheduler, once the multiprocessor is full or no block is left.
int warps_of_launch(Workbench& bench, const SmLimits& sm) {
    if (!bench.draft.resolved) return 1;
    const Occupancy o = occupancy_of(sm, question_of(bench, needs_of_kernel(bench)));
    const auto blocks = static_cast<int>(
        std::min<std::uint64_t>(static_cast<std::uint64_t>(o.active_blocks), bench.draft.resolved->shape.grid.count()));
    return std::clamp((blocks * o.warps_per_block + kSchedulersOfSm - 1) / kSchedulersOfSm, 1, slots_of(sm));
}

LatencyModel model_of(const LatencyState& state) {
    return {.warps = static_cast<int>(state.warps),
            .compute = static_cast<int>(state.compute),
            .latency = static_cast<int>(state.latency)};
}

void controls(Workbench& bench, LatencyState& state, const SmLimits& sm) {
    const Look& look = bench.look;
    if (state.follows_occupancy) state.warps = warps_of_launch(bench, sm);
    state.warps = std::clamp<std::int64_t>(state.warps, 1, slots_of(sm));
    if (number_row(
            look, "Warps", state.warps, {.min = 1, .max = slots_of(sm)}, {},
            fmt::format("Warps that the scheduler holds. On compute capability {} it has {} slots.", sm.name(), slots_of(sm))))
        state.follows_occupancy = false;
    number_row(look, "Instructions", state.compute, {.min = 1, .max = kMostCompute}, "per load",
               "Instructions that a warp issues between two loads, one per cycle.");
    number_row(
        look, "Latency", state.latency, {.min = 0, .max = kMostLatency}, "cycles",
        "Cycles that a warp waits for its load. 480 is an assumption: a load from memory takes several hundred cycles on current "
        "GPUs.");
    ImGui::Checkbox("Warps of this launch###follow_occupancy", &state.follows_occupancy);
    explain(look,
            "The number of warps follows the occupancy: the warps of a full multiprocessor, or of all blocks if the launch has "
            "fewer, shared among its four schedulers.");
}

void draw_span(ImDrawList& list, const Theme& t, WarpDoes what, ImVec2 min, ImVec2 max, float step) {
    const float middle = std::floor((min.y + max.y) / 2);
    switch (what) {
        case WarpDoes::issuing: list.AddRectFilled(min, max, t.series[3]); break;
        case WarpDoes::ready:
            list.AddRectFilled(min, max, mix(t.panel, t.warn, 0.25f));
            draw_hatch(list, min, max, mix(t.panel, t.warn, 0.8f), step);
            break;
        case WarpDoes::waiting: list.AddRectFilled({min.x, middle}, {max.x, middle + 1}, t.muted); break;
    }
}

const char* name_of(WarpDoes what) {
    switch (what) {
        case WarpDoes::issuing: return "issues";
        case WarpDoes::ready: return "is ready, but another warp is issuing";
        case WarpDoes::waiting: break;
    }
    return "waits for its load";
}

void legend(const Look& look) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float box = look.px(14), size = look.px(Fonts::kSmall);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float x = at.x, y = at.y;
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    struct Entry {
        WarpDoes what;
        const char* text;
    };
    for (const Entry& entry :
         {Entry{WarpDoes::issuing, "issuing"}, {WarpDoes::ready, "ready, not chosen"}, {WarpDoes::waiting, "waiting"}}) {
        const float width = box + look.px(8) + text_width(look.fonts.regular, size, entry.text) + look.px(18);
        if (x > at.x && x + width > right) x = at.x, y += look.px(20);
        draw_span(list, look.theme, entry.what, {x, y}, {x + box, y + box}, look.px(5));
        put_text(list, look.fonts.regular, size, {x + box + look.px(8), y - look.px(1)}, look.theme.muted, entry.text);
        x += width;
    }
    ImGui::Dummy({right - at.x, y - at.y + look.px(22)});
}

// A row for each warp and one for the scheduler, over two periods.
void draw_schedule(const Look& look, const LatencyModel& model) {
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const LatencySchedule schedule = schedule_warps(model, 2 * period_of(model));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(look.px(120), ImGui::GetContentRegionAvail().x);
    const auto warps = static_cast<float>(schedule.warps.size());
    const float row = std::clamp(look.px(230) / (warps + 2), look.px(kLeastRow), look.px(kTallestRow)),
                gap = std::max(1.0f, row * 0.2f);
    const float left = at.x + look.px(kGutter), scale = (width - look.px(kGutter)) / static_cast<float>(schedule.cycles);
    const float size = look.px(Fonts::kSmall), bottom = at.y + row * (warps + 1) + look.px(8);
    const auto x_of = [&](int cycle) { return left + scale * static_cast<float>(cycle); };
    const auto every = static_cast<std::size_t>(std::ceil(look.px(15) / row));
    // lost cycles are those in which no warp covers the scheduler's row
    const float scheduler_top = bottom - row;
    draw_hatch(list, {left, scheduler_top}, {left + scale * static_cast<float>(schedule.cycles), bottom},
               mix(t.panel, t.muted, 0.55f), look.px(5));
    for (std::size_t warp = 0; warp < schedule.warps.size(); ++warp) {
        const float y = at.y + row * static_cast<float>(warp);
        if (warp % every == 0)
            put_text(list, look.fonts.regular, size, {at.x, y + (row - gap) / 2 - size * 0.58f}, t.muted,
                     fmt::format("warp {}", warp));
        for (const WarpSpan& span : schedule.warps[warp]) {
            draw_span(list, t, span.what, {x_of(span.begin), y}, {x_of(span.end), y + row - gap}, look.px(5));
            if (span.what == WarpDoes::issuing)
                list.AddRectFilled({x_of(span.begin), scheduler_top}, {x_of(span.end), bottom}, t.series[3]);
        }
    }
    put_text(list, look.fonts.semibold, size, {at.x, scheduler_top + (row - size) / 2 - look.px(1)}, t.text, "scheduler");
    for (const double cycle : linear_ticks(static_cast<double>(schedule.cycles), 6)) {
        if (cycle > schedule.cycles) continue;
        const float x = x_of(static_cast<int>(cycle));
        list.AddRectFilled({x, bottom}, {x + 1, bottom + look.px(4)}, t.muted);
        put_text(list, look.fonts.mono, size, {x, bottom + look.px(5)}, t.muted, with_separators(static_cast<std::int64_t>(cycle)),
                 cycle == 0                       ? 0.0f
                 : x > at.x + width - look.px(30) ? 1.0f
                                                  : 0.5f);
    }
    put_text(list, look.fonts.regular, size, {at.x, bottom + look.px(5)}, t.muted, "cycle");
    ImGui::InvisibleButton("##latency_schedule", {width, bottom + look.px(24) - at.y});
    if (!ImGui::IsItemHovered()) return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const int cycle = static_cast<int>((mouse.x - left) / scale), warp = static_cast<int>((mouse.y - at.y) / row);
    if (mouse.x < left || cycle >= schedule.cycles || warp < 0 || warp >= static_cast<int>(schedule.warps.size())) return;
    for (const WarpSpan& span : schedule.warps[static_cast<std::size_t>(warp)])
        if (cycle >= span.begin && cycle < span.end)
            text_tooltip(look, fmt::format("Cycle {}: warp {} {} (cycles {} to {}).", cycle, warp, name_of(span.what), span.begin,
                                           span.end - 1));
}

// The use of the scheduler for each number of warps that it can hold, and where Little's law puts the bend.
void draw_curve(const Look& look, const LatencyModel& model, int slots) {
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(look.px(120), ImGui::GetContentRegionAvail().x), size = look.px(Fonts::kSmall);
    const float left = at.x + look.px(kGutter), right = at.x + width - look.px(8), top = at.y + look.px(22),
                bottom = at.y + look.px(kCurveHeight) - look.px(36);
    put_text(list, look.fonts.regular, size, at, t.muted, "Use of the scheduler with other numbers of warps");
    const int needed = warps_needed(model), shown = std::max(slots, 2);
    const auto x_of = [&](double warps) { return left + (right - left) * static_cast<float>((warps - 1) / (shown - 1)); };
    const auto y_of = [&](double share) { return bottom - (bottom - top) * static_cast<float>(share); };
    for (const int percent : {0, 50, 100}) {
        list.AddRectFilled({left, y_of(percent / 100.0)}, {right, y_of(percent / 100.0) + 1}, mix(t.panel, t.line, 0.6f));
        put_text(list, look.fonts.mono, size, {left - look.px(6), y_of(percent / 100.0) - look.px(8)}, t.muted,
                 fmt::format("{}%", percent), 1);
    }
    if (needed <= shown) {
        const float x = x_of(needed);
        list.AddLine({x, top}, {x, bottom}, t.warn, look.px(1.5f));
        put_text(list, look.fonts.regular, size, {x, top - look.px(17)}, t.text, fmt::format("{} needed", needed),
                 x > right - look.px(60) ? 1.0f : 0.5f);
    }
    const auto with = [&](int warps) { return utilisation_of({warps, model.compute, model.latency}); };
    for (int warps = 1; warps < shown; ++warps)
        list.AddLine({x_of(warps), y_of(with(warps))}, {x_of(warps + 1), y_of(with(warps + 1))}, t.series[3], look.px(2));
    const ImVec2 present{x_of(model.warps), y_of(utilisation_of(model))};
    list.AddCircleFilled(present, look.px(5), t.panel);
    list.AddCircleFilled(present, look.px(4), t.text);
    for (const double tick : linear_ticks(shown, 8))
        if (tick >= 1 && tick <= shown)
            put_text(list, look.fonts.mono, size, {x_of(tick), bottom + look.px(3)}, t.muted, fmt::format("{:.0f}", tick), 0.5f);
    put_text(list, look.fonts.regular, size, {(left + right) / 2, bottom + look.px(18)}, t.muted, "warps on the scheduler", 0.5f);
    ImGui::InvisibleButton("##latency_curve", {width, look.px(kCurveHeight)});
    if (!ImGui::IsItemHovered()) return;
    const double under = 1 + static_cast<double>((ImGui::GetMousePos().x - left) / (right - left)) * (shown - 1);
    const int warps = static_cast<int>(std::clamp(std::round(under), 1.0, static_cast<double>(shown)));
    text_tooltip(look, fmt::format("{} warp{}: the scheduler issues in {:.0f} % of the cycles.", warps, warps == 1 ? "" : "s",
                                   100 * with(warps)));
}

}  // namespace

void latency_panel(Workbench& bench) {
    const Look& look = bench.look;
    if (bench.lesson == nullptr) return empty_state(look, "No lesson is open", "Open one to see how its warps hide latency.");
    const IdScope id("latency_schedule");
    LatencyState& state = bench.state<LatencyState>();
    const SmLimits& sm = chosen_sm(bench);
    text_in(look, look.theme.warn, "A model, not a measurement");
    explain(
        look,
        "One of the multiprocessor's four schedulers. It issues at most one instruction per cycle, stays with a warp until it "
        "waits, and then takes the warp that has been ready for the longest time. A GPU also has caches, several loads in flight "
        "per warp and instructions of different latency.");
    controls(bench, state, sm);
    const LatencyModel model = model_of(state);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBigNumber));
        ImGui::Text("%.0f %%", 100 * utilisation_of(model));
    }
    explain(look, "Cycles in which the scheduler issues an instruction.");
    const float number_height = ImGui::GetItemRectSize().y;
    const std::string sentence =
        fmt::format("of the cycles are used, with {} warp{}. {}", model.warps, model.warps == 1 ? "" : "s", needed_text(model));
    ImGui::SameLine();
    ImGui::BeginGroup();
    if (ImGui::CalcTextSize(sentence.c_str()).x <= ImGui::GetContentRegionAvail().x)  // one line stands beside the number's middle
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(0.0f, (number_height - ImGui::GetTextLineHeight()) / 2));
    text_in(look, look.theme.text, sentence);
    ImGui::EndGroup();
    muted_text(look, littles_law_text(model));
    if (ImGui::BeginChild("##latency_pictures", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        legend(look);
        draw_schedule(look, model);
        ImGui::Dummy({0, look.px(6)});
        draw_curve(look, model, slots_of(sm));
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
