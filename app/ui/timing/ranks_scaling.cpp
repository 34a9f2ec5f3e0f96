#include "ui/timing/ranks_scaling.h"

#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/counted.h"
#include "experiment/ranks/job_sizes.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/timing/ranks_places.h"

namespace warpwise::ui {
namespace {

// A job that is right in 1, 2, 4 and 8 ranks, each in its turn. `weak`: the size that grows with them; empty: none.
void start_scaling(Workbench& bench, RanksState& state, const RankJob& job, const std::string& weak) {
    auto lesson = std::make_shared<const Lesson>(*bench.lesson);
    state.scaling_problem.clear();
    state.scaling_run.start([lesson, id = job.id, weak, given = given_values(bench, job), places = places_of(bench, state),
                             &devices = bench.devices.set](const std::stop_token& stop) -> Result<JobScaling> {
        if (!places) return std::unexpected(places.error());
        ScalingRequest request;
        request.weak = weak;
        request.places = *places;
        return measure_scaling(*lesson, *std::ranges::find(lesson->jobs, id, &RankJob::id), given, request, devices, stop);
    });
}

// ImPlot's own has a square for each line, whatever its marks are. In several lines where the plot is narrow.
void draw_scaling_legend(const Look& look, const JobScaling& scaling, bool has_model, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall);
    const float gap = look.px(12);
    float used = 0;
    const auto entry = [&](const std::string& text, const auto& draw) {
        const float own = look.px(26) + text_width(look.fonts.regular, size, text);
        const bool is_beside = used > 0 && used + gap + own <= width;
        if (is_beside) ImGui::SameLine(0, gap);
        used = is_beside ? used + gap + own : own;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({own, look.px(18)});
        draw(ImVec2{at.x + look.px(10), at.y + look.px(9)});
        put_text(list, look.fonts.regular, size, {at.x + look.px(25), at.y + look.px(1)}, look.theme.muted, text);
    };
    const auto line = [&](ImVec2 at, ImU32 colour, float width) {
        list.AddLine({at.x - look.px(9), at.y}, {at.x + look.px(9), at.y}, colour, width);
    };
    entry(scaling.recorded_on.empty() ? "measured" : "recorded", [&](ImVec2 at) {
        line(at, look.theme.series[4], std::max(1.0f, look.px(2)));
        list.AddCircleFilled(at, look.px(4), look.theme.series[4]);
    });
    entry(scaling.weak.empty() ? "ideal: 1 / ranks" : "ideal: constant",
          [&](ImVec2 at) { line(at, look.theme.muted, std::max(1.0f, look.px(1.5f))); });
    if (has_model)
        entry("model, not measured", [&](ImVec2 at) {
            const float edge = look.px(4);
            list.AddQuad({at.x - edge, at.y}, {at.x, at.y - edge}, {at.x + edge, at.y}, {at.x, at.y + edge}, look.theme.text);
        });
}

// 5, 10, 20, 50: the times of a job lie within a decade or two.
std::vector<double> one_two_five(double low, double high) {
    std::vector<double> ticks;
    for (double decade = std::pow(10.0, std::floor(std::log10(low))); decade <= high; decade *= 10)
        for (const double digit : {1, 2, 5})
            if (digit * decade >= low && digit * decade <= high) ticks.push_back(digit * decade);
    return ticks;
}

void draw_scaling_plot(const Look& look, const JobScaling& scaling, float width) {
    constexpr ImPlotFlags flags =
        ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoInputs | ImPlotFlags_NoLegend;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    if (!ImPlot::BeginPlot("##scaling", {width, look.px(280)}, flags)) return;
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
    const double bottom = low * 0.6, top = high * 1.6;
    const std::vector<double> times_told = one_two_five(bottom, top);
    std::vector<std::string> time_texts;
    std::vector<const char*> time_labels;
    for (const double tick : times_told) time_texts.push_back(fmt::format("{:g}", tick));
    for (const std::string& text : time_texts) time_labels.push_back(text.c_str());
    ImPlot::SetupAxisTicks(ImAxis_Y1, times_told.data(), static_cast<int>(times_told.size()), time_labels.data());
    ImPlot::SetupAxesLimits(0.85, most * 1.2, bottom, top, ImPlotCond_Always);
    ImPlotSpec spec;
    spec.LineWeight = std::max(1.0f, look.px(1.5f));
    spec.LineColor = to_vec4(look.theme.muted);
    ImPlot::PlotLine("##ideal", ranks.data(), ideal.data(), static_cast<int>(ranks.size()), spec);
    if (model) {
        ImPlotSpec dots;
        dots.LineWeight = 0;
        dots.LineColor = ImVec4(0, 0, 0, 0);
        dots.Marker = ImPlotMarker_Diamond;
        dots.MarkerSize = look.px(4);
        dots.MarkerFillColor = ImVec4(0, 0, 0, 0);
        dots.MarkerLineColor = to_vec4(look.theme.text);
        ImPlot::PlotScatter("##model", model_ranks.data(), model_times.data(), static_cast<int>(model_ranks.size()), dots);
    }
    spec.LineColor = to_vec4(look.theme.series[4]);
    spec.LineWeight = std::max(1.0f, look.px(2));
    spec.Marker = ImPlotMarker_Circle;
    spec.MarkerSize = look.px(4);
    spec.MarkerFillColor = spec.MarkerLineColor = to_vec4(look.theme.series[4]);
    ImPlot::PlotLine("##measured", ranks.data(), times.data(), static_cast<int>(ranks.size()), spec);
    ImPlot::EndPlot();
    draw_scaling_legend(look, scaling, model.has_value(), width);
}

void draw_scaling(const Look& look, const JobScaling& scaling, float width) {
    const IdScope id(scaling.weak.c_str());
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::TextUnformatted(scaling.weak.empty() ? "Strong scaling: the job stays the same"
                                                : fmt::format("Weak scaling: {} grows with the ranks", scaling.weak).c_str());
    draw_scaling_plot(look, scaling, width);
    const ScalingPoint& last = scaling.points.back();
    ImGui::PushStyleColor(ImGuiCol_Text, look.theme.muted);
    if (scaling.is_on_gpus())
        ImGui::TextUnformatted(fmt::format("{} {} ranks take {}, a speedup of {:.2f} over {} and an efficiency of {:.0f} %.",
                                           text_of(last.gpus, last.ranks, scaling.recorded_on), last.ranks,
                                           short_duration(1e3 * last.seconds), scaling.points.front().seconds / last.seconds,
                                           counted(static_cast<std::uint64_t>(scaling.points.front().ranks), "rank"),
                                           100 * scaling.efficiency(last))
                                   .c_str());
    else
        ImGui::TextUnformatted(
            fmt::format(
                "Measured on this machine, which has {} processor{}: {} ranks take {}, an efficiency of {:.0f} %. Kernels "
                "run in the emulator, one thread per rank. If there are more ranks than processors, ranks share a processor.",
                scaling.processors, scaling.processors == 1 ? "" : "s", last.ranks, short_duration(1e3 * last.seconds),
                100 * scaling.efficiency(last))
                .c_str());
    ImGui::PopStyleColor();
    if (scaling.link) ImGui::TextUnformatted(text_of(*scaling.link).c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, look.theme.muted);
    if (const std::string model = text_of_model(scaling); !model.empty()) ImGui::TextUnformatted(model.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
}

// Of strong scaling and of each size that can grow.
void scaling_buttons(Workbench& bench, RanksState& state, const RankJob& job, bool is_enabled) {
    const Look& look = bench.look;
    if (const std::string of = bench.lesson->id + "/" + job.id; state.growing_sizes_of != of) {
        state.growing_sizes_of = of;
        state.growing_sizes = sizes_of_job(*bench.lesson, job, values_of_job(*bench.lesson, job, given_values(bench, job)));
    }
    if (quiet_button(look, "Time 1, 2, 4 and 8 ranks###time_ranks", is_enabled)) start_scaling(bench, state, job, {});
    explain(look,
            "Strong scaling: runs the job in 1, 2, 4 and 8 ranks, one after the other, and compares the times with the ideal. The "
            "values are those of Launch.");
    for (const std::string& size : state.growing_sizes) {
        const std::string label = fmt::format("Time with {} growing###time_weak_{}", size, size);
        place_beside(button_width(label.substr(0, label.find('#')).c_str()));
        if (quiet_button(look, label.c_str(), is_enabled)) start_scaling(bench, state, job, size);
        explain(look,
                fmt::format("Weak scaling: {0} is multiplied by the number of ranks, which divide it among them. Each rank has as "
                            "much to do as one alone, and the time ideally stays the same.",
                            size));
    }
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
        if (*ended)
            state.scalings.insert_or_assign((*ended)->weak, std::move(**ended));
        else
            state.scaling_problem = ended->error().text();
    }
    std::erase_if(state.scalings,
                  [&](const auto& each) { return each.second.lesson != bench.lesson->id || each.second.job != job.id; });
    section_label(look, "Scaling");
    const float room = ImGui::GetContentRegionAvail().x, gap = look.px(16);
    if (state.where == RanksState::Where::recorded) {
        for (const JobScaling* each : recorded_scalings(bench, state, job)) {
            const IdScope id(fmt::format("{}", static_cast<const void*>(each)).c_str());
            if (const std::string values = changed_values(*bench.lesson, each->values); !values.empty())
                muted_text(look, "Recorded with " + values + ".");
            draw_scaling(look, *each, std::min(room, look.px(480)));
        }
        return;
    }
    const bool is_running = state.scaling_run.is_running();
    scaling_buttons(bench, state, job, !is_running && !state.run.is_running());
    if (is_running) {
        bench.ongoing.animates = true;
        muted_text(look, "Running in 1, 2, 4 and 8 ranks, then a ping-pong between two ranks ...");
    }
    if (!state.scaling_problem.empty()) text_in(look, look.theme.bad, state.scaling_problem);
    // Beside each other where there is room.
    const auto count = static_cast<float>(state.scalings.size());
    const float beside = (room - (count - 1) * gap) / std::max(1.0f, count);
    const bool has_room = beside >= look.px(280);
    bool is_first = true;
    for (const auto& [weak, scaling] : state.scalings) {
        if (scaling.points.empty()) continue;
        if (has_room && !is_first) ImGui::SameLine(0, gap);
        is_first = false;
        draw_scaling(look, scaling, has_room ? beside : room);
    }
}

}  // namespace warpwise::ui
