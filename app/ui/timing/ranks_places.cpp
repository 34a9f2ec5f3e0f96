#include "ui/timing/ranks_places.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "base/counted.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// Launch runs on one GPU unless more are chosen, which says nothing of ranks.
std::vector<DeviceInfo> gpus_of(const Workbench& bench, RanksState::Where where) {
    std::vector<DeviceInfo> all, chosen;
    for (const DeviceInfo& info : bench.devices.present) {
        if (!traits_of(info.kind).is_gpu) continue;
        all.push_back(info);
        if (bench.draft.run_on.contains(info.id())) chosen.push_back(info);
    }
    if (where == RanksState::Where::gpus) return chosen.size() < 2 ? all : chosen;
    std::vector<DeviceInfo>& one = chosen.empty() ? all : chosen;
    if (one.size() > 1) one.erase(one.begin() + 1, one.end());
    return one;
}

bool is_of(const auto& measured, const Workbench& bench, const RankJob& job) {
    return measured.lesson == bench.lesson->id && measured.job == job.id;
}

bool has_job(const RecordedJobs& recorded, const Workbench& bench, const RankJob& job) {
    const auto is_ours = [&](const auto& each) { return is_of(each, bench, job); };
    return std::ranges::any_of(recorded.runs, is_ours) || std::ranges::any_of(recorded.scalings, is_ours);
}

void read_recordings(Workbench& bench, RanksState& state) {
    if (state.recordings) return;
    Diagnostics problems;
    state.recordings = load_recorded_jobs(recorded_jobs_dirs(), problems);
    for (const Diagnostic& problem : problems) bench.say(problem.severity, problem.message, problem.hint);
}

std::string name_of_place(const Workbench& bench, const RanksState& state, RanksState::Where where, std::size_t recording) {
    if (where == RanksState::Where::emulator) return "Emulator";
    if (where == RanksState::Where::recorded) return "Recorded: " + state.recordings->at(recording).title();
    const std::vector<DeviceInfo> gpus = gpus_of(bench, where);
    return gpus.empty() ? "GPU" : fmt::format("{}: {}", counted(gpus.size(), "GPU"), gpus.front().name);
}

void draw_host_file(const Look& look, RanksState& state) {
    place_beside(look.px(220));
    ImGui::SetNextItemWidth(look.px(200));
    ImGui::InputTextWithHint("##ranks_hosts", "Host file (optional)", &state.hosts);
    explain(look,
            "A host file of Open MPI: the machines on which the ranks run, one per line. Each needs Warpwise at the same path.");
}

}  // namespace

Result<RankPlaces> places_of(const Workbench& bench, const RanksState& state) {
    RankPlaces out;
    if (state.where == RanksState::Where::gpus || state.where == RanksState::Where::one_gpu)
        for (const DeviceInfo& info : gpus_of(bench, state.where)) out.gpus.push_back(info.ordinal);
    if (state.where == RanksState::Where::emulator && !state.hosts.empty()) {
        auto hosts = read_host_file(state.hosts);
        if (!hosts) return std::unexpected(hosts.error());
        out.hosts = std::move(*hosts);
    }
    return out;
}

void draw_ranks_place(Workbench& bench, RanksState& state, const RankJob& job) {
    const Look& look = bench.look;
    read_recordings(bench, state);
    const std::size_t gpus = gpus_of(bench, RanksState::Where::gpus).size();
    const auto is_there = [&](std::size_t i) {
        return i < state.recordings->size() && has_job(state.recordings->at(i), bench, job);
    };
    if (state.where == RanksState::Where::one_gpu && gpus < 2) state.where = RanksState::Where::gpus;
    if (state.where == RanksState::Where::gpus && gpus == 0) state.where = RanksState::Where::emulator;
    if (state.where == RanksState::Where::recorded && !is_there(state.recording)) state.where = RanksState::Where::emulator;
    bool has_recording = false;
    for (std::size_t i = 0; i < state.recordings->size(); ++i) has_recording = has_recording || is_there(i);
    if (gpus > 0 || has_recording) {
        const std::string shown = name_of_place(bench, state, state.where, state.recording);
        const float width = std::min(std::max(look.px(220), button_width(shown.c_str()) + ImGui::GetFrameHeight()),
                                     ImGui::GetContentRegionAvail().x);
        place_beside(width);
        ImGui::SetNextItemWidth(width);
        if (ImGui::BeginCombo("##ranks_where", shown.c_str())) {
            const auto entry = [&](RanksState::Where where, std::size_t recording) {
                const bool is_chosen =
                    state.where == where && (where != RanksState::Where::recorded || state.recording == recording);
                const std::string name = fmt::format("{}##{}", name_of_place(bench, state, where, recording), recording);
                if (!ImGui::Selectable(name.c_str(), is_chosen) || is_chosen) return;
                state.where = where;
                state.recording = recording;
                state.last.reset();
                state.scalings.clear();
                state.problem.clear();
                state.scaling_problem.clear();
            };
            entry(RanksState::Where::emulator, 0);
            if (gpus > 0) entry(RanksState::Where::gpus, 0);
            if (gpus > 1) entry(RanksState::Where::one_gpu, 0);
            for (std::size_t i = 0; i < state.recordings->size(); ++i)
                if (is_there(i)) entry(RanksState::Where::recorded, i);
            ImGui::EndCombo();
        }
        explain(
            look,
            "Where the ranks run. On several GPUs, rank r takes the GPU at r modulo their number; if you choose several in Launch, "
            "only those are used. On one GPU, the ranks share it. A recording shows how the job ran on another machine.");
    }
    if (state.where == RanksState::Where::emulator) draw_host_file(look, state);
}

void draw_recorded_runs(Workbench& bench, RanksState& state, const RankJob& job) {
    std::vector<const JobRun*> runs;
    for (const JobRun& run : state.recordings->at(state.recording).runs)
        if (is_of(run, bench, job)) runs.push_back(&run);
    if (runs.empty()) return;
    std::vector<std::string> names, help;
    int shown = -1;
    float width = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::size_t ranks = runs[i]->timeline.rows.size();
        const std::string values = changed_values(*bench.lesson, runs[i]->values);
        names.push_back(fmt::format("On {}", counted(std::min(ranks, runs[i]->gpus.gpus.size()), "GPU")));
        help.push_back(
            fmt::format("Shows how the job ran there in {}{}{}.", counted(ranks, "rank"), values.empty() ? "" : ", with ", values));
        width += button_width(names.back().c_str());
        if (state.last && state.last->job == job.id && state.last->timeline.rows.size() == ranks) shown = static_cast<int>(i);
    }
    place_beside(width);
    int chosen = shown;
    if (!segmented(bench.look, "recorded_run", names, chosen, help) && shown >= 0) return;
    state.last = *runs[static_cast<std::size_t>(std::max(chosen, 0))];
    state.window = {0, 0};
    state.chosen_rank = -1;
}

std::string changed_values(const Lesson& lesson, const ParameterValues& values) {
    std::string out;
    const ParameterValues defaults = lesson.defaults();
    for (const auto& [name, value] : values) {
        const auto before = defaults.find(name);
        if (name == kRanksName || name == kRankName || (before != defaults.end() && before->second == value)) continue;
        out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name, text_of(value));
    }
    return out;
}

std::vector<const JobScaling*> recorded_scalings(const Workbench& bench, const RanksState& state, const RankJob& job) {
    std::vector<const JobScaling*> out;
    if (state.where != RanksState::Where::recorded || !state.recordings || state.recording >= state.recordings->size()) return out;
    for (const JobScaling& each : state.recordings->at(state.recording).scalings)
        if (is_of(each, bench, job)) out.push_back(&each);
    return out;
}

}  // namespace warpwise::ui
