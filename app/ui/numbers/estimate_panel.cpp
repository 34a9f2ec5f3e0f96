// The view `estimate`: the samples of a run as points of the unit square, and the error of the estimate against their number, with
// the band that is to be expected. All of it is computed from the arrays that the run left.
#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "lesson/formula.h"
#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/numbers/estimate_state.h"
#include "ui/numbers/panels.h"
#include "ui/numbers/shown_estimate.h"
#include "ui/threads/launch_facts.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr double kSecondsOfPoints = 10, kRoomAtTheRight = 1.6;
constexpr float kLeastWidthForBoth = 560, kLeastSquare = 150, kLegendRow = 18, kAxisRoom = 34;  // unscaled

const Array* array_named(const RunRecord& record, const std::string& name) {
    if (record.outputs == nullptr || name.empty()) return nullptr;
    const auto found = std::ranges::find(*record.outputs, name, &Array::name);
    return found == record.outputs->end() ? nullptr : &*found;
}

std::string label_of(const RunRecord& record) {
    const auto seed = record.request.parameters.find("seed");
    return seed != record.request.parameters.end() ? "seed " + text_of(seed->second) : "this run";
}

// Takes the newest run of the draft. What was there before stays as an earlier run, unless it has the same samples.
void follow_run(Workbench& bench, EstimateState& state) {
    const std::string of = bench.lesson->id + " " + bench.draft.request.kernel;
    if (state.of != of) state = {.of = of};
    state.problem.clear();
    const ViewSpec* const spec = find_estimate_view(*bench.lesson, bench.draft.request.kernel);
    if (spec == nullptr) {
        state.problem = "the chosen kernel has no samples";
        return;
    }
    auto view = estimate_view(*spec, bench.draft.request.parameters);
    if (!view) {
        state.problem = view.error().text();
        return;
    }
    state.view = std::move(*view);
    const RunRecord* const record = launch_facts(bench).record;
    const Array* const hits = record != nullptr ? array_named(*record, state.view.hits) : nullptr;
    if (hits == nullptr) return;
    if (!state.made_from.owner_before(record->outputs) && !record->outputs.owner_before(state.made_from)) return;
    state.made_from = record->outputs;
    Samples samples = samples_of(*hits, array_named(*record, state.view.points));
    samples.label = label_of(*record);
    const bool showed_all = state.count == state.samples.count();
    if (state.samples.count() > 0 && !same_samples(state.samples, samples)) {
        std::erase_if(state.earlier,
                      [&](const Samples& one) { return same_samples(one, samples) || same_samples(one, state.samples); });
        state.samples.points.clear();
        state.earlier.push_back(std::move(state.samples));
        if (state.earlier.size() > kMostEarlierRuns) state.earlier.pop_front();
    }
    state.samples = std::move(samples);
    state.count = showed_all ? state.samples.count() : std::min(state.count, state.samples.count());
}

void advance(Workbench& bench, EstimateState& state) {
    if (state.playing_at < 0) return;
    bench.ongoing.animates = true;
    state.playing_at = std::min(1.0, state.playing_at + static_cast<double>(ImGui::GetIO().DeltaTime) / kSecondsOfPoints);
    // as many again in equal times: the axis of the samples is logarithmic
    state.count = static_cast<std::uint64_t>(std::llround(std::pow(static_cast<double>(state.samples.count()), state.playing_at)));
    if (state.playing_at >= 1) state.playing_at = -1;
}

void draw_controls(const Look& look, EstimateState& state) {
    const std::uint64_t all = state.samples.count();
    const bool plays = state.playing_at >= 0;
    if (quiet_button(look, plays ? "Pause###estimate_play" : "Play###estimate_play", true,
                     std::max(button_width("Pause"), button_width("Play")))) {
        const bool from_start = state.count >= all || state.count < 1;
        state.playing_at = plays ? -1
                           : from_start || all < 2
                               ? 0
                               : std::log(static_cast<double>(state.count)) / std::log(static_cast<double>(all));
    }
    explain(look, "Lets the points arrive in the order of their numbers, the first ones slowly.");
    place_beside(button_width("Twice as many"));
    if (quiet_button(look, "Twice as many###estimate_step")) {
        state.playing_at = -1;
        state.count = state.count >= all ? 1 : std::min(all, 2 * state.count);
    }
    explain(look, "Shows twice as many samples, and after all of them begins with one.");
    place_beside(button_width("All"));
    if (quiet_button(look, "All###estimate_all", state.count < all)) {
        state.playing_at = -1;
        state.count = all;
    }
    explain(look, "Shows all samples of the run.");
    if (!state.earlier.empty()) {
        place_beside(button_width("Forget earlier runs"));
        if (quiet_button(look, "Forget earlier runs###estimate_forget")) state.earlier.clear();
        explain(look, "Removes the grey curves.");
    }
    auto count = static_cast<std::int64_t>(state.count);
    if (number_row(look, "Samples", count, {1, static_cast<std::int64_t>(all)}, {}, "How many of the run's samples are shown.")) {
        state.playing_at = -1;
        state.count = static_cast<std::uint64_t>(count);
    }
}

ImU32 hit_colour(const Theme& theme) { return theme.blocks[0]; }
ImU32 miss_colour(const Theme& theme) { return theme.blocks[2]; }
ImU32 run_colour(const Theme& theme) { return theme.series[0]; }

void draw_square(const Look& look, const EstimateState& state, float side) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("##estimate_square", {side, side}, ImGuiButtonFlags_EnableNav);
    const ImVec2 min{std::round(at.x), std::round(at.y)}, max{std::round(at.x + side), std::round(at.y + side)};
    list.AddRectFilled(min, max, look.theme.ground);
    const std::size_t shown = std::min<std::size_t>(state.count, state.samples.points.size());
    const float size = std::max(1.0f, look.px(shown > 2000 ? 2.0f : shown > 200 ? 3.0f : 4.0f));
    const auto place = [&](const CurvePoint& p) {
        return ImVec2{min.x + static_cast<float>(p.x) * (side - size), max.y - size - static_cast<float>(p.y) * (side - size)};
    };
    for (std::size_t i = 0; i < shown; ++i) {
        const ImVec2 p = place(state.samples.points[i]);
        list.AddRectFilled(p, {p.x + size, p.y + size},
                           state.samples.hits[i] != 0 ? hit_colour(look.theme) : miss_colour(look.theme));
    }
    if (shown > 0 && shown == state.count && shown < state.samples.count()) {  // the newest one
        const ImVec2 p = place(state.samples.points[shown - 1]);
        list.AddCircle({p.x + size / 2, p.y + size / 2}, size + look.px(3), look.theme.text, 0, std::max(1.0f, look.px(1.5f)));
    }
    list.AddRect(min, max, look.theme.line);
    if (shown < state.count)
        explain(look, fmt::format("The first {} points are drawn. The error is that of all {}.", with_separators(shown),
                                  with_separators(state.count)));
    else
        explain(look, "The points in the unit square, coloured by whether they are hits. A ring marks the newest one.");
}

int write_size(double value, char* text, int size, void*) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s", with_separators(std::llround(value)).c_str());
}
int write_error(double value, char* text, int size, void*) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s", fmt::format("{:g}", value).c_str());
}

void plot_curve(const Look& look, const char* id, const std::vector<CurvePoint>& curve, ImU32 colour, float width) {
    std::vector<double> xs, ys;
    for (const CurvePoint& p : curve) xs.push_back(p.x), ys.push_back(p.y);
    ImPlotSpec spec;
    spec.LineColor = to_vec4(colour);
    spec.LineWeight = std::max(1.0f, look.px(width));
    ImPlot::PlotLine(id, xs.data(), ys.data(), static_cast<int>(xs.size()), spec);
}

// From the bottom of the plot to the line of so many standard errors.
void plot_band(const Look& look, const EstimateView& view, double most, double lowest) {
    constexpr int kSteps = 32;
    std::vector<double> xs, ys, bottom;
    for (int i = 0; i <= kSteps; ++i) {
        xs.push_back(std::pow(most, static_cast<double>(i) / kSteps));
        ys.push_back(kErrorsOfBand * standard_error(view, xs.back()));
        bottom.push_back(lowest);
    }
    ImPlotSpec spec;
    spec.FillColor = to_vec4(with_alpha(look.theme.muted, 0.2f));
    spec.FillAlpha = 1;
    ImPlot::PlotShaded("##band", xs.data(), ys.data(), bottom.data(), static_cast<int>(xs.size()), spec);
    ImPlotSpec edge;
    edge.LineColor = to_vec4(look.theme.muted);
    edge.LineWeight = std::max(1.0f, look.px(1.5f));
    ImPlot::PlotLine("##edge", xs.data(), ys.data(), static_cast<int>(xs.size()), edge);
}

void draw_error(const Look& look, const EstimateState& state, ImVec2 size) {
    constexpr ImPlotFlags flags =
        ImPlotFlags_NoLegend | ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoInputs;
    if (!ImPlot::BeginPlot("##estimate_plot", size, flags)) return;
    std::uint64_t largest = state.samples.count();
    ErrorRange range = error_range(state.view, state.samples);
    for (const Samples& one : state.earlier) {
        const ErrorRange other = error_range(state.view, one);
        range = {std::min(range.low, other.low), std::max(range.high, other.high)};
        largest = std::max(largest, one.count());
    }
    const double most = std::max(2.0, static_cast<double>(largest));
    ImPlot::SetupAxes("samples", "error");
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_X1, write_size);
    ImPlot::SetupAxisFormat(ImAxis_Y1, write_error);
    const auto across = decade_ticks(1, most, static_cast<int>(size.x / look.px(64)));
    const auto up = decade_ticks(range.low, range.high, std::max(2, static_cast<int>(size.y / look.px(28))));
    ImPlot::SetupAxisTicks(ImAxis_X1, across.data(), static_cast<int>(across.size()));
    ImPlot::SetupAxisTicks(ImAxis_Y1, up.data(), static_cast<int>(up.size()));
    ImPlot::SetupAxesLimits(0.9, most * kRoomAtTheRight, range.low, range.high, ImPlotCond_Always);
    ImPlot::SetupFinish();
    plot_band(look, state.view, most * kRoomAtTheRight, range.low);
    const int columns = std::max(8, static_cast<int>(size.x / look.px(2)));
    int id = 0;
    for (const Samples& one : state.earlier)
        plot_curve(look, fmt::format("##earlier{}", id++).c_str(),
                   error_curve(state.view, one, one.count(), most, range.low, columns),
                   mix(look.theme.panel, look.theme.muted, 0.75f), 1);
    plot_curve(look, "##error", error_curve(state.view, state.samples, state.count, most, range.low, columns),
               run_colour(look.theme), 2);
    if (state.count > 0) {
        const auto x = static_cast<double>(state.count);
        const double y = std::max(range.low, error_after(state.view, state.samples, state.count));
        ImPlotSpec spec;
        spec.Marker = ImPlotMarker_Circle;
        spec.MarkerSize = look.px(4.5f);
        spec.MarkerFillColor = spec.MarkerLineColor = to_vec4(run_colour(look.theme));
        ImPlot::PlotScatter("##now", &x, &y, 1, spec);
    }
    ImPlot::EndPlot();
}

template <typename Draw>
void legend_entry(const Look& look, bool first, std::string_view text, Draw&& draw) {
    const float size = look.px(Fonts::kSmall), key = look.px(14);
    const float width = key + look.px(7) + text_width(look.fonts.regular, size, text) + look.px(10);
    if (!first) place_beside(width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, look.px(kLegendRow)});
    draw(ImVec2{std::round(at.x), std::round(at.y + look.px(3))}, ImVec2{std::round(at.x + key), std::round(at.y + look.px(15))});
    put_text(*ImGui::GetWindowDrawList(), look.fonts.regular, size, {at.x + key + look.px(7), at.y + look.px(1)}, look.theme.muted,
             text);
}

void draw_legend_of_estimate(const Look& look, const EstimateState& state) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& t = look.theme;
    const auto square = [&](ImU32 colour) {
        return [&list, &look, colour](ImVec2 min, ImVec2 max) {
            const float inset = look.px(3);
            list.AddRectFilled({min.x + inset, min.y + inset}, {max.x - inset, max.y - inset}, colour);
        };
    };
    const auto line = [&](ImU32 colour, float width) {
        return [&list, &look, colour, width](ImVec2 min, ImVec2 max) {
            list.AddLine({min.x, (min.y + max.y) / 2}, {max.x, (min.y + max.y) / 2}, colour, std::max(1.0f, look.px(width)));
        };
    };
    const bool has_points = !state.samples.points.empty();
    if (has_points) {
        legend_entry(look, true, "hit", square(hit_colour(t)));
        legend_entry(look, false, "no hit", square(miss_colour(t)));
    }
    legend_entry(look, !has_points, fmt::format("error, {}", state.samples.label), line(run_colour(t), 2));
    if (!state.earlier.empty())
        legend_entry(look, false, fmt::format("{} earlier run{}", state.earlier.size(), state.earlier.size() == 1 ? "" : "s"),
                     line(mix(t.panel, t.muted, 0.75f), 1));
    legend_entry(look, false, fmt::format("within {:g} standard errors", kErrorsOfBand), [&](ImVec2 min, ImVec2 max) {
        list.AddRectFilled(min, max, with_alpha(t.muted, 0.2f));
        list.AddLine(min, {max.x, min.y}, t.muted, std::max(1.0f, look.px(1.5f)));
    });
    explain(
        look,
        "The standard error is derived from the exact probability p of a hit: scale times the root of p (1 - p) / samples. At each "
        "number of samples, about 95 of 100 runs with independent samples are within two of them.");
}

void draw_parts(const Look& look, const EstimateState& state) {
    const float width = ImGui::GetContentRegionAvail().x, gap = look.px(12);
    const float height = std::max(look.px(170), ImGui::GetContentRegionAvail().y - 2 * look.px(kLegendRow) - look.px(10));
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    if (state.samples.points.empty()) {
        draw_error(look, state, {width, height});
    } else if (width < look.px(kLeastWidthForBoth)) {
        const float side = std::clamp(height * 0.45f, look.px(kLeastSquare), width);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + (width - side) / 2);
        draw_square(look, state, side);
        draw_error(look, state, {width, std::max(look.px(170), height - side - look.px(8))});
    } else {
        const float side = std::min(height - look.px(kAxisRoom), width * 0.42f);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({at.x, at.y + look.px(10)});
        draw_square(look, state, side);
        ImGui::SetCursorScreenPos({at.x + side + gap, at.y});
        draw_error(look, state, {width - side - gap, std::min(height, side + look.px(kAxisRoom) + look.px(20))});
    }
    draw_legend_of_estimate(look, state);
}

}  // namespace

Result<ShownEstimate> shown_estimate(Workbench& bench) {
    EstimateState& state = bench.state<EstimateState>();
    follow_run(bench, state);
    if (!state.problem.empty() || state.samples.count() == 0)
        return failure("there is no estimate to export yet", "Run a kernel whose samples the view Estimate shows.");
    return ShownEstimate{state.view, state.samples, {state.earlier.begin(), state.earlier.end()}, state.count};
}

void estimate_panel(Workbench& bench) {
    const Look& look = bench.look;
    if (bench.lesson == nullptr)
        return empty_state(look, "No lesson is open", "Open one with random samples, such as Random numbers without a state.");
    const IdScope id("estimate");
    EstimateState& state = bench.state<EstimateState>();
    follow_run(bench, state);
    if (find_estimate_view(*bench.lesson, bench.draft.request.kernel) == nullptr) return offer_kernels_with_view(bench, "estimate");
    if (!state.problem.empty()) return empty_state(look, "Nothing to show of this kernel", state.problem);
    if (state.samples.count() == 0)
        return empty_state(look, "No samples yet", "Run the kernel (F5): its samples and their error appear here.");
    if (ImGui::BeginChild("##estimate_parts", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        advance(bench, state);
        draw_controls(look, state);
        text_in(look, look.theme.text, estimate_sentence(state.view, state.samples, state.count));
        draw_parts(look, state);
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
