// The view `sum_race`: the same numbers added in several orders, and how far each sum is from the exact one. The sums are computed
// here, on the CPU, and nothing is timed.
#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "experiment/run/arguments.h"
#include "lesson/number_views.h"
#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/numbers/panels.h"
#include "ui/numbers/sum_race_state.h"
#include "ui/timing/device_look.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr SumOrder kOrders[] = {SumOrder::serial, SumOrder::negatives_first, SumOrder::shuffled, SumOrder::tree, SumOrder::kahan};
constexpr ImPlotMarker kMarkers[] = {ImPlotMarker_Circle, ImPlotMarker_Square, ImPlotMarker_Diamond, ImPlotMarker_Up,
                                     ImPlotMarker_Down};
constexpr double kSecondsOfPlay = 8, kStepsOfAll = 50;

ImU32 colour_of(const Theme& theme, SumOrder order) { return theme.series[static_cast<std::size_t>(order)]; }
ImPlotMarker marker_of(SumOrder order) { return kMarkers[static_cast<std::size_t>(order)]; }

const KernelSpec* kernel_with(const Workbench& bench, const std::string& array) {
    const auto takes = [&](const KernelSpec& kernel) {
        return std::ranges::find(kernel.arguments, array) != kernel.arguments.end();
    };
    if (const KernelSpec* const drafted = bench.kernel(); drafted != nullptr && takes(*drafted)) return drafted;
    const auto found = std::ranges::find_if(bench.lesson->kernels, takes);
    return found == bench.lesson->kernels.end() ? nullptr : &*found;
}

DType dtype_of_race(const Workbench& bench, SumRaceState& state) {
    if (state.dtype_of != bench.lesson->id) {
        state.dtype_of = bench.lesson->id;
        state.dtype.reset();
    }
    const DType lessons = bench.draft.resolved ? bench.draft.resolved->dtype : DType::f32;
    return state.dtype.value_or(is_float(lessons) ? lessons : DType::f32);
}

// The lesson's own numbers, as a run with this type would get them.
void make_race(const Workbench& bench, SumRaceState& state, DType dtype) {
    const SumRaceKey key{bench.lesson->id, bench.draft.request.parameters, dtype, bench.draft.request.seed, state.shuffle};
    if (state.key == key) return;
    state.key = key;
    state.problem.clear();
    state.race = {};
    const ArraySpec* const spec = summed_array(*bench.lesson);
    const KernelSpec* const kernel = spec != nullptr ? kernel_with(bench, spec->id) : nullptr;
    if (kernel == nullptr) {
        state.problem = "No kernel of this lesson reads an array of numbers.";
        return;
    }
    const auto made = make_arguments(*bench.lesson, *kernel, formula_values(*bench.lesson, *kernel, bench.draft.request), dtype,
                                     bench.draft.request.seed);
    if (!made) {
        state.problem = made.error().text();
        return;
    }
    const auto array = std::ranges::find(made->arrays, spec->id, &Array::name);
    state.array = spec->id;
    state.of_elements = array->size();
    state.race = race_of_sums(*array, dtype, state.shuffle);
}

std::uint64_t added_so_far(const SumRaceState& state) {
    const auto count = static_cast<double>(state.race.count);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(count * state.share)));
}

void advance(Workbench& bench, SumRaceState& state) {
    if (!state.playing) return;
    bench.ongoing.animates = true;
    state.share = std::min(1.0, state.share + static_cast<double>(ImGui::GetIO().DeltaTime) / kSecondsOfPlay);
    if (state.share >= 1) state.playing = false;
}

void draw_controls(const Look& look, SumRaceState& state) {
    const auto width_of_play = std::max(button_width("Pause"), button_width("Play"));
    if (quiet_button(look, state.playing ? "Pause###sum_play" : "Play###sum_play", true, width_of_play)) {
        state.playing = !state.playing;
        if (state.playing && state.share >= 1) state.share = 0;
    }
    explain(look, "Adds the numbers slowly enough to watch.");
    place_beside(button_width("Step"));
    if (quiet_button(look, "Step###sum_step")) {
        state.playing = false;
        state.share = state.share >= 1 ? 1 / kStepsOfAll : std::min(1.0, state.share + 1 / kStepsOfAll);
    }
    explain(look, "Adds the next 2 % of the numbers.");
    place_beside(button_width("All"));
    if (quiet_button(look, "All###sum_all", state.share < 1)) {
        state.playing = false;
        state.share = 1;
    }
    explain(look, "Shows the whole sums.");
    place_beside(button_width("Shuffle again"));
    if (quiet_button(look, "Shuffle again###sum_shuffle")) ++state.shuffle;
    explain(look, "Takes another random order for the atomic additions, as another run on a GPU may.");
}

void draw_toolbar(const Look& look, SumRaceState& state, DType dtype) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    constexpr DType types[] = {DType::f16, DType::f32, DType::f64};
    std::vector<std::string> names;
    for (const DType type : types) names.emplace_back(name_of(type));
    int chosen = static_cast<int>(std::ranges::find(types, dtype) - types);
    if (segmented(look, "##sum_dtype", names, chosen)) state.dtype = types[chosen];
    place_beside(button_width("Pause"));
    draw_controls(look, state);
    const std::string faces[] = {"Error so far", "Error and chain"};
    const std::string face_help[] = {"The error after each number of additions.",
                                     "The error of the sums against the longest chain of additions that depend on one another."};
    int face = state.by_chain ? 1 : 0;
    place_beside(button_width(faces[0].c_str()) + button_width(faces[1].c_str()));
    if (segmented(look, "##sum_face", faces, face, face_help)) state.by_chain = face == 1;
    const std::string units[] = {"Error", "ulp"};
    const std::string unit_help[] = {"The distance from the exact sum.",
                                     "The same errors in ulp: the gap between neighbouring numbers of the type at the exact sum."};
    int unit = state.in_ulp ? 1 : 0;
    place_beside(button_width(units[0].c_str()) + button_width(units[1].c_str()));
    if (segmented(look, "##sum_unit", units, unit, unit_help)) state.in_ulp = unit == 1;
}

double error_of(const SumRaceState& state, const SumPoint& point) {
    const double error = std::fabs(point.error);
    return state.in_ulp ? error / ulp_at(state.race.dtype, point.exact) : error;
}

// The error's axis: decades, and below them a line for errors of 0, which a logarithm does not have.
struct ErrorAxis {
    double zero = 1e-3, low = 1e-2, high = 1;
    std::vector<double> ticks;
    std::vector<std::string> labels;

    double place(double error) const { return error > 0 ? std::clamp(error, zero, high) : zero; }
};

std::string tick_text(double decade) {
    return decade >= 1 && decade < 1e7 ? with_separators(std::llround(decade)) : fmt::format("{:g}", decade);
}

ErrorAxis axis_of(const SumRaceState& state, int most_ticks) {
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const SumOrder order : kOrders)
        for (const SumPoint& point : state.race.points[static_cast<std::size_t>(order)])
            if (const double error = error_of(state, point); error > 0 && std::isfinite(error)) {
                low = std::min(low, error);
                high = std::max(high, error);
            }
    ErrorAxis axis;
    if (high > 0) {
        // an error that happens to be nearly 0 at one point must not flatten everything else
        constexpr int most_decades = 7;
        const double top = std::ceil(std::log10(high)), bottom = std::max(std::floor(std::log10(low)), top - most_decades);
        axis.high = std::pow(10, std::max(top, bottom + 1));
        axis.low = std::pow(10, bottom);
        axis.zero = axis.low / 10;
    }
    axis.ticks = decade_ticks(axis.low, axis.high, most_ticks);
    for (const double tick : axis.ticks) axis.labels.push_back(tick_text(tick));
    axis.ticks.insert(axis.ticks.begin(), axis.zero);
    axis.labels.insert(axis.labels.begin(), axis.zero * 10 > low ? fmt::format("<{:g}", axis.low) : "0");
    return axis;
}

void set_error_axis(const ErrorAxis& axis) {
    std::vector<const char*> labels;
    for (const std::string& label : axis.labels) labels.push_back(label.c_str());
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot::SetupAxisTicks(ImAxis_Y1, axis.ticks.data(), static_cast<int>(axis.ticks.size()), labels.data());
}

ImPlotSpec spec_of(const Look& look, SumOrder order) {
    ImPlotSpec spec;
    spec.LineColor = spec.MarkerFillColor = spec.MarkerLineColor = to_vec4(colour_of(look.theme, order));
    spec.LineWeight = look.px(1.6f);
    return spec;
}

int write_count(double value, char* text, int size, void*) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s", with_separators(std::llround(value)).c_str());
}

constexpr ImPlotFlags kPlotFlags =
    ImPlotFlags_NoLegend | ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoInputs;

void draw_error_so_far(const Look& look, const SumRaceState& state, ImVec2 size) {
    if (!ImPlot::BeginPlot("##sum_plot", size, kPlotFlags)) return;
    const ErrorAxis axis = axis_of(state, std::max(2, static_cast<int>(size.y / look.px(28))));
    ImPlot::SetupAxes("numbers added", state.in_ulp ? "error in ulp" : "error");
    ImPlot::SetupAxisFormat(ImAxis_X1, write_count);
    set_error_axis(axis);
    const auto count = static_cast<double>(std::max<std::uint64_t>(2, state.race.count));
    ImPlot::SetupAxesLimits(0, count * 1.04, axis.zero * 0.7, axis.high, ImPlotCond_Always);
    ImPlot::SetupFinish();
    const std::uint64_t added = added_so_far(state);
    for (const SumOrder order : kOrders) {
        std::vector<double> xs, ys;
        for (const SumPoint& point : state.race.points[static_cast<std::size_t>(order)]) {
            if (point.added > added) break;
            xs.push_back(static_cast<double>(point.added));
            ys.push_back(axis.place(error_of(state, point)));
        }
        if (xs.empty()) continue;
        ImPlotSpec spec = spec_of(look, order);
        ImPlot::PlotLine(std::string(name_of(order)).c_str(), xs.data(), ys.data(), static_cast<int>(xs.size()), spec);
        spec.Marker = marker_of(order);
        spec.MarkerSize = look.px(5);
        ImPlot::PlotScatter(fmt::format("##{}", name_of(order)).c_str(), &xs.back(), &ys.back(), 1, spec);
    }
    ImPlot::EndPlot();
}

void draw_error_by_chain(const Look& look, const SumRaceState& state, ImVec2 size) {
    if (!ImPlot::BeginPlot("##chain_plot", size, kPlotFlags)) return;
    const std::uint64_t added = added_so_far(state);
    const ErrorAxis axis = axis_of(state, std::max(2, static_cast<int>(size.y / look.px(28))));
    ImPlot::SetupAxes("longest chain of dependent additions (a count, not a time)", state.in_ulp ? "error in ulp" : "error");
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_X1, write_count);
    set_error_axis(axis);
    const auto longest = static_cast<double>(longest_chain(SumOrder::kahan, std::max<std::uint64_t>(2, state.race.count)));
    ImPlot::SetupAxesLimits(0.7, longest * 4, axis.zero * 0.7, axis.high, ImPlotCond_Always);
    ImPlot::SetupFinish();
    for (const SumOrder order : kOrders) {
        const double x = std::max(1.0, static_cast<double>(longest_chain(order, added)));
        const double y = axis.place(error_of(state, state.race.at(order, added)));
        ImPlotSpec spec = spec_of(look, order);
        spec.Marker = marker_of(order);
        spec.MarkerSize = look.px(6);
        ImPlot::PlotScatter(std::string(name_of(order)).c_str(), &x, &y, 1, spec);
    }
    ImPlot::EndPlot();
}

// More digits in f64, so that its small errors show.
std::string sum_text(DType dtype, double sum) {
    const std::string text = fmt::format("{:.{}g}", sum, dtype == DType::f64 ? 13 : 10);
    if (!std::isfinite(sum) || text.contains('e')) return text;
    const std::size_t whole = std::min(text.find('.'), text.size());
    return with_separators(text.substr(0, whole)) + text.substr(whole);
}

float table_height(const Look& look) { return look.px(24) * (static_cast<float>(kSumOrderCount) + 1) + look.px(8); }

void draw_table(const Look& look, const SumRaceState& state) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_BordersInnerH;
    if (!ImGui::BeginTable("##sums", 5, flags)) return;
    for (const char* name : {"Order", "Sum", "Error", "In ulp", "Longest chain"}) ImGui::TableSetupColumn(name);
    ImGui::TableHeadersRow();
    const std::uint64_t added = added_so_far(state);
    for (const SumOrder order : kOrders) {
        const SumPoint& point = state.race.at(order, added);
        ImGui::TableNextColumn();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float radius = look.px(4.5f), indent = look.px(18);
        draw_device_mark(*ImGui::GetWindowDrawList(), look, marker_of(order), colour_of(look.theme, order),
                         {at.x + look.px(6), at.y + ImGui::GetTextLineHeight() / 2}, radius);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
        ImGui::TextUnformatted(std::string(name_of(order)).c_str());
        explain(look, help_of(order));
        const FontScope mono(look.fonts.mono, look.px(Fonts::kSmall));
        for (const std::string& cell : {sum_text(state.race.dtype, point.sum), fmt::format("{:.5g}", std::fabs(point.error)),
                                        fmt::format("{:.5g}", std::fabs(point.error) / ulp_at(state.race.dtype, point.exact)),
                                        with_separators(static_cast<std::int64_t>(longest_chain(order, point.added)))}) {
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(cell.c_str());
        }
    }
    ImGui::EndTable();
}

std::string about_text(const SumRaceState& state) {
    const SumRace& race = state.race;
    std::string text = fmt::format("Computed here, on the CPU: {} numbers of {} in {}", with_separators(race.count), state.array,
                                   name_of(race.dtype));
    if (race.count < state.of_elements) text += fmt::format(", the first of {}", with_separators(state.of_elements));
    text += fmt::format(". The exact sum is {}.", sum_text(race.dtype, race.last(SumOrder::serial).exact));
    if (const std::uint64_t added = added_so_far(state); added < race.count)
        text += fmt::format(" Added so far: {}.", with_separators(added));
    return text;
}

}  // namespace

void sum_race_panel(Workbench& bench) {
    const Look& look = bench.look;
    if (bench.lesson == nullptr)
        return empty_state(look, "No lesson is open", "Open one that adds up numbers, such as The order of a sum.");
    const IdScope id("sum_race");
    SumRaceState& state = bench.state<SumRaceState>();
    const DType dtype = dtype_of_race(bench, state);
    make_race(bench, state, dtype);
    if (!state.problem.empty()) return empty_state(look, "There is nothing to add up", state.problem);
    if (state.race.count == 0) return empty_state(look, "There is nothing to add up", "The array has no elements.");
    if (ImGui::BeginChild("##sum_race_parts", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        advance(bench, state);
        draw_toolbar(look, state, dtype);
        text_in(look, look.theme.muted, about_text(state));
        const float height = std::max(look.px(170), ImGui::GetContentRegionAvail().y - table_height(look));
        const ImVec2 size{ImGui::GetContentRegionAvail().x, height};
        {
            const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
            state.by_chain ? draw_error_by_chain(look, state, size) : draw_error_so_far(look, state, size);
        }
        draw_table(look, state);
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
