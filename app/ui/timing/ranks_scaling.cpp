#include "ui/timing/ranks_scaling.h"

#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <memory>

#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// A job that is right in 1, 2, 4 and 8 ranks, each in its turn.
void start_scaling(Workbench& bench, RanksState& state, const RankJob& job) {
    auto lesson = std::make_shared<const Lesson>(*bench.lesson);
    state.scaling_problem.clear();
    state.scaling_run.start(
        [lesson, id = job.id, given = given_values(bench, job), &devices = bench.devices.set](const std::stop_token& stop) {
            return measure_scaling(*lesson, *std::ranges::find(lesson->jobs, id, &RankJob::id), given, {}, devices, stop);
        });
}

void draw_scaling_plot(const Look& look, const JobScaling& scaling) {
    constexpr ImPlotFlags flags = ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoInputs;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    if (!ImPlot::BeginPlot("##scaling", {ImGui::GetContentRegionAvail().x, look.px(220)}, flags)) return;
    std::vector<double> ranks, times, ideal, model_ranks, model_times;
    double low = 1e300, high = 0;
    for (const ScalingPoint& point : scaling.points) {
        ranks.push_back(point.ranks);
        times.push_back(1e3 * point.seconds);
        ideal.push_back(1e3 * scaling.ideal_s(point.ranks));
        low = std::min({low, times.back(), ideal.back()});
        high = std::max({high, times.back(), ideal.back()});
    }
    const auto model = fit_model(scaling);
    double most = ranks.back();
    std::vector<double> ticks = ranks;
    if (model)
        for (const JobScaling::Beyond& each : scaling.beyond) {
            most = each.ranks;
            ticks.push_back(most);
            model_ranks.push_back(most);
            model_times.push_back(1e3 * model->seconds(each.ranks, each.path));
            low = std::min(low, model_times.back());
            high = std::max(high, model_times.back());
        }
    ImPlot::SetupAxes("ranks", "ms");
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    std::vector<std::string> texts;
    std::vector<const char*> labels;
    for (const double tick : ticks) texts.push_back(fmt::format("{:g}", tick));
    for (const std::string& text : texts) labels.push_back(text.c_str());
    ImPlot::SetupAxisTicks(ImAxis_X1, ticks.data(), static_cast<int>(ticks.size()), labels.data());
    ImPlot::SetupAxesLimits(0.85, most * 1.2, low * 0.6, high * 1.6, ImPlotCond_Always);
    ImPlot::SetupLegend(ImPlotLocation_SouthWest);
    ImPlotSpec spec;
    spec.LineWeight = std::max(1.0f, look.px(1.5f));
    spec.LineColor = to_vec4(look.theme.muted);
    ImPlot::PlotLine("ideal", ranks.data(), ideal.data(), static_cast<int>(ranks.size()), spec);
    if (model) {
        ImPlotSpec dots;
        dots.LineWeight = 0;
        dots.LineColor = ImVec4(0, 0, 0, 0);
        dots.Marker = ImPlotMarker_Diamond;
        dots.MarkerSize = look.px(4);
        dots.MarkerFillColor = ImVec4(0, 0, 0, 0);
        dots.MarkerLineColor = to_vec4(look.theme.muted);
        ImPlot::PlotScatter("model, not measured", model_ranks.data(), model_times.data(), static_cast<int>(model_ranks.size()),
                            dots);
    }
    spec.LineColor = to_vec4(look.theme.series[4]);
    spec.LineWeight = std::max(1.0f, look.px(2));
    spec.Marker = ImPlotMarker_Circle;
    spec.MarkerSize = look.px(4);
    spec.MarkerFillColor = spec.MarkerLineColor = to_vec4(look.theme.series[4]);
    ImPlot::PlotLine("measured", ranks.data(), times.data(), static_cast<int>(ranks.size()), spec);
    ImPlot::EndPlot();
}

}  // namespace

ParameterValues given_values(const Workbench& bench, const RankJob& job) {
    ParameterValues given;
    for (const auto& [name, value] : bench.draft.request.parameters)
        if (!job.values.contains(name)) given.insert({name, value});
    return given;
}

void draw_scaling_part(Workbench& bench, RanksState& state, const RankJob& job) {
    const Look& look = bench.look;
    if (job.expects_deadlock) return;
    if (auto ended = state.scaling_run.take()) {
        state.scaling.reset();
        if (*ended)
            state.scaling = std::move(**ended);
        else
            state.scaling_problem = sentence(ended->error().message) + ".";
    }
    section_label(look, "Scaling");
    const bool is_running = state.scaling_run.is_running();
    if (quiet_button(look, "Time 1, 2, 4 and 8 ranks###time_ranks", !is_running && !state.run.is_running()))
        start_scaling(bench, state, job);
    explain(look,
            "Runs the job in 1, 2, 4 and 8 ranks, one after the other, and compares the times with the ideal. The values are those "
            "of Launch.");
    if (is_running) {
        bench.ongoing.animates = true;
        return muted_text(look, "Running in 1, 2, 4 and 8 ranks ...");
    }
    if (!state.scaling_problem.empty()) return text_in(look, look.theme.bad, state.scaling_problem);
    if (!state.scaling || state.scaling->job != job.id || state.scaling->points.empty()) return;
    draw_scaling_plot(look, *state.scaling);
    const ScalingPoint& last = state.scaling->points.back();
    muted_text(
        look,
        fmt::format(
            "Measured on this machine, which has {} processor{}: {} ranks take {}, {:.0f} % of the ideal speed. Kernels run in "
            "the emulator, one thread per rank. More ranks than processors share them.",
            state.scaling->processors, state.scaling->processors == 1 ? "" : "s", last.ranks, short_duration(1e3 * last.seconds),
            100 * state.scaling->efficiency(last)));
    if (state.scaling->link) text_in(look, look.theme.text, text_of(*state.scaling->link));
    if (const std::string model = text_of_model(*state.scaling); !model.empty()) muted_text(look, model);
}

}  // namespace warpwise::ui
