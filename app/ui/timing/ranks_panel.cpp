// The view `ranks`: a job of the lesson in ranks of MPI. One row per rank, with its calls and launches on one clock, an arrow per
// message, and hatched what it waited for. Scroll to zoom; drag to pan; arrow keys go from call to call.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <memory>

#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/timing/panels.h"
#include "ui/timing/ranks_canvas.h"
#include "ui/timing/ranks_places.h"
#include "ui/timing/ranks_scaling.h"
#include "ui/timing/ranks_state.h"
#include "ui/timing/ranks_words.h"
#include "ui/timing/shown_scenes.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

const RankJob* chosen_job(const Workbench& bench, const RanksState& state) {
    const auto& jobs = bench.lesson->jobs;
    const auto found = std::ranges::find(jobs, state.job, &RankJob::id);
    return found != jobs.end() ? &*found : jobs.empty() ? nullptr : &jobs.front();
}

// What the result and the status bar say of it; this view has the whole run.
RanProgram told(const JobRun& run) {
    std::string title = verdict_sentence(run);
    if (title.ends_with('.')) title.pop_back();
    return {.went_well = run.is_as_expected, .title = std::move(title), .lines = {}};
}

void take_run(Workbench& bench, RanksState& state) {
    auto ended = state.run.take();
    if (!ended) return;
    state.window = {0, 0};
    state.chosen_rank = -1;
    state.last.reset();
    state.problem.clear();
    bench.results.ranks.reset();
    if (*ended) {
        state.last = std::move(**ended);
        bench.results.ranks = told(*state.last);
    } else {
        state.problem = sentence(ended->error().message) + ". " + ended->error().hint;
    }
}

void start_job(Workbench& bench, RanksState& state, const RankJob& job) {
    // a copy: the course may be read again while it runs
    auto lesson = std::make_shared<const Lesson>(*bench.lesson);
    state.run.start([lesson, id = job.id, given = given_values(bench, job), places = places_of(bench, state),
                     &devices = bench.devices.set](const std::stop_token& stop) -> Result<JobRun> {
        if (!places) return std::unexpected(places.error());
        return run_job(*lesson, *std::ranges::find(lesson->jobs, id, &RankJob::id), given, devices, stop, *places);
    });
}

void job_row(Workbench& bench, RanksState& state, const RankJob& job) {
    const Look& look = bench.look;
    constexpr float kHigher = 6;                                          // a primary button than what stands beside it, unscaled
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(kHigher / 2));  // room for the upper half of that
    ImGui::SetNextItemWidth(std::min(look.px(340), ImGui::GetContentRegionAvail().x));
    if (ImGui::BeginCombo("##ranks_job", job.title.c_str())) {
        for (const RankJob& each : bench.lesson->jobs)
            if (ImGui::Selectable(each.title.c_str(), &each == &job)) state.job = each.id;
        ImGui::EndCombo();
    }
    explain(look, "The job that the ranks run");
    const bool is_running = state.run.is_running();
    const auto ranks = bench.draft.request.parameters.find(kRanksName);
    const std::string many = ranks == bench.draft.request.parameters.end() ? "" : text_of(ranks->second);
    const std::string label = fmt::format("Run in {} rank{}###run_ranks", many, many == "1" ? "" : "s");
    draw_ranks_place(bench, state, job);
    bool starts_line = false;
    if (state.where == RanksState::Where::recorded) {
        draw_recorded_runs(bench, state, job);
    } else {
        const float line = ImGui::GetItemRectMin().y;
        place_beside(button_width("Run in 16 ranks"));
        starts_line = ImGui::GetCursorScreenPos().y > line + 1;
        if (!starts_line) ImGui::SetCursorPosY(ImGui::GetCursorPosY() - look.px(kHigher / 2));
        if (primary_button(look, label.c_str(), nullptr, 0, !is_running)) start_job(bench, state, job);
        explain(look,
                "Builds the job's program with the machine's MPI and starts it: one process per rank, each with an emulated GPU or "
                "one of this machine's. The number of ranks is in Launch.");
    }
    place_beside(button_width("Show the program"));
    if (starts_line) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(kHigher / 2));
    if (quiet_button(look, state.shows_program ? "Hide the program###ranks_program" : "Show the program###ranks_program",
                     state.last.has_value(), button_width("Show the program")))
        state.shows_program = !state.shows_program;
}

void draw_run(Workbench& bench, RanksState& state, const RankJob& job) {
    const Look& look = bench.look;
    const JobRun& run = *state.last;
    const bool is_good = run.is_as_expected;
    const bool is_shown_on_purpose = is_good && run.status == "deadlock";
    text_in(look,
            is_shown_on_purpose ? look.theme.warn
            : is_good           ? look.theme.good
                                : look.theme.bad,
            fmt::format("{}  {}",
                        is_shown_on_purpose ? icon::kWarning
                        : is_good           ? icon::kCheck
                                            : icon::kCross,
                        verdict_sentence(run)));
    text_in(look, look.theme.text, summary_of(run.timeline));
    for (const JobRun::Output& output : run.outputs) text_in(look, look.theme.text, text_of(output));
    if (run.timeline.is_stuck())
        for (const RankPause& pause : run.timeline.pauses)
            if (pause.is_for_ever) text_in(look, look.theme.bad, call_sentence(run.timeline, pause.rank, pause.call));
    if (run.timeline.is_stuck())
        muted_text(
            look,
            "To try: let one rank receive before it sends, or let each send and receive at once, with MPI_Sendrecv or MPI_Isend.");
    muted_text(look, text_of(run.gpus, static_cast<int>(run.timeline.rows.size()), run.recorded_on));
    if (state.shows_program) {
        if (ImGui::BeginChild("##ranks_program_text", {0, look.px(260)}, ImGuiChildFlags_Borders,
                              ImGuiWindowFlags_HorizontalScrollbar)) {
            const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
            int line = 1;
            std::size_t begin = 0;
            for (auto end = run.program.find('\n'); end != std::string::npos; end = run.program.find('\n', begin)) {
                ImGui::TextUnformatted(fmt::format("{:4}  {}", line++, run.program.substr(begin, end - begin)).c_str());
                begin = end + 1;
            }
        }
        ImGui::EndChild();
        if (small_button(look, "Copy the program##ranks")) ImGui::SetClipboardText(run.program.c_str());
    }
    draw_ranks_canvas(look, state);
    if (state.chosen_rank >= 0) text_in(look, look.theme.text, call_sentence(run.timeline, state.chosen_rank, state.chosen_call));
    draw_ranks_legend(look, run.timeline, !run.gpus.gpus.empty());
    if (quiet_button(look, "Whole run###ranks_whole", state.window.length() > 0)) state.window = {0, 0};
    explain(look,
            "Scroll in the timeline to zoom; drag to pan; double-click to show all of it. With the keyboard: Page Up and Page Down "
            "zoom, Home and End pan, the full stop and the comma go to the next and the previous call, the slash to the next "
            "rank.");
    place_beside(button_width("Copy as text"));
    if (quiet_button(look, "Copy as text###ranks_copy")) ImGui::SetClipboardText(text_of(run).c_str());
    explain(look, "Copies the outputs, the timeline and all messages, as `warpwise run --ranks` prints them.");
    if (!run.timeline.rounds_s.empty())
        muted_text(look,
                   fmt::format("The work takes {}, the median of {} runs after one to warm up. The timeline shows the last run.",
                               short_duration(1e3 * run.job_s), run.timeline.rounds_s.size()));
    if (const std::string values = changed_values(*bench.lesson, run.values); !run.recorded_on.empty() && !values.empty())
        muted_text(look, "Recorded with " + values + ".");
    if (!run.not_compared.empty()) muted_text(look, fmt::format("The result was not compared: {}.", run.not_compared));
    if (!job.note.empty()) muted_text(look, job.note);
}

}  // namespace

const JobRun* shown_job(const Workbench& bench) {
    const RanksState& state = bench.state<RanksState>();
    return bench.lesson != nullptr && state.last && state.lesson == bench.lesson->id ? &*state.last : nullptr;
}

void start_job_in_view(Workbench& bench, const std::string& job) {
    RanksState& state = bench.state<RanksState>();
    if (state.lesson != bench.lesson->id) state.last.reset();
    state.lesson = bench.lesson->id;
    state.job = job;
    state.wants_run = true;
    focus_view(bench, "ranks");
}

void run_shown_job(Workbench& bench, const std::string& id) {
    RanksState& state = bench.state<RanksState>();
    state.lesson = bench.lesson->id;
    state.job = id;
    state.last.reset();
    const auto job = std::ranges::find(bench.lesson->jobs, id, &RankJob::id);
    if (job == bench.lesson->jobs.end()) return;
    const auto gpus = std::ranges::count_if(bench.draft.run_on, [](const DeviceId& each) { return traits_of(each).is_gpu; });
    state.where = gpus == 0 ? RanksState::Where::emulator : gpus == 1 ? RanksState::Where::one_gpu : RanksState::Where::gpus;
    const auto places = places_of(bench, state);
    auto run = places ? run_job(*bench.lesson, *job, given_values(bench, *job), bench.devices.set, {}, *places)
                      : Result<JobRun>(std::unexpected(places.error()));
    if (run)
        state.last = std::move(*run), bench.results.ranks = told(*state.last);
    else
        state.problem = run.error().text();
}

void ranks_panel(Workbench& bench) {
    report_rect(bench, "ranks");
    const Look& look = bench.look;
    if (bench.lesson == nullptr) return empty_state(look, "No lesson is open", "Open lesson 39, which runs in several ranks.");
    const IdScope id("ranks");
    RanksState& state = bench.state<RanksState>();
    take_run(bench, state);
    if (state.lesson != bench.lesson->id && !state.run.is_running()) {
        state.lesson = bench.lesson->id;
        state.job.clear();
        state.problem.clear();
        state.last.reset();
    }
    const RankJob* job = chosen_job(bench, state);
    if (job == nullptr) return empty_state(look, "This lesson runs in one process", "Lesson 39, ranks, has jobs for several.");
    if (state.wants_run && !state.run.is_running()) {
        state.wants_run = false;
        start_job(bench, state, *job);
    }
    if (ImGui::BeginChild("##ranks_parts", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        job_row(bench, state, *job);
        const bool has_run = !state.run.is_running() && state.problem.empty() && state.last && state.last->job == job->id;
        if (!has_run && !job->note.empty()) muted_text(look, job->note);
        if (state.run.is_running()) {
            bench.ongoing.animates = true;
            muted_text(look, "Compiling and running. A deadlock is reported within seconds.");
        } else if (!state.problem.empty()) {
            text_in(look, look.theme.bad, state.problem);
        } else if (has_run) {
            draw_run(bench, state, *job);
        } else if (state.where == RanksState::Where::recorded) {
            muted_text(look, "Choose a recorded run.");
        } else {
            muted_text(look, "This program has not run yet. Each rank will be a process of its own, with a GPU of its own.");
        }
        draw_scaling_part(bench, state, *job);
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
