#include "ui/lesson/exercise_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "lesson/hints.h"
#include "lesson/progress.h"
#include "lesson/trusted_packs.h"
#include "ui/kit/markdown.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/prose_links.h"
#include "ui/lesson/prose_parts.h"
#include "ui/workbench/older_tag.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

namespace {

constexpr double kSaveDelayS = 0.5, kSaveAgainAfterS = 5;

Result<void> save_text(const std::filesystem::path& file, const std::string& text) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    return write_regular_file(file, text);
}

std::filesystem::path file_of(const ExerciseState& state) { return exercise_file(state.lesson, state.exercise); }

void load(Workbench& bench, ExerciseState& state, const Exercise& exercise) {
    save_exercise(state);
    if (std::exchange(state.unsaved, false) && state.keeps_files) state.left_unsaved[file_of(state)] = state.text;
    state.lesson = bench.lesson->id;
    state.exercise = exercise.id;
    state.trusts_lesson = is_trusted(*bench.lesson);
    state.hints_shown.clear();
    state.tries = 0;
    state.solution_shown = 0;
    state.verdict.reset();
    bench.results.exercise.reset();
    state.save_problem.clear();
    state.keeps_files = bench.keeps_files;
    state.text = exercise.stub;
    if (!state.keeps_files) return;
    if (auto left = state.left_unsaved.extract(file_of(state))) {
        state.text = std::move(left.mapped());
        state.unsaved = true;
        return;
    }
    if (auto own = read_regular_file(file_of(state), std::size_t{1} << 20); own && !own->empty()) state.text = std::move(*own);
}

// The result, the status bar and the messages say it too: the card may be scrolled away.
void tell_check(Workbench& bench, const Exercise& exercise, const ExerciseState& state) {
    const ExerciseVerdict& verdict = *state.verdict;
    const auto first = std::ranges::find(verdict.diagnostics, Severity::error, &Diagnostic::severity);
    bench.results.exercise = ExerciseCheck{.exercise = exercise.id,
                                           .text = state.checked_text,
                                           .running = false,
                                           .passed = verdict.passed,
                                           .lines = verdict.lines,
                                           .error_line = first != verdict.diagnostics.end() ? first->line : 0,
                                           .newest = true};
    const std::string name = exercise.title.empty() ? "The exercise" : fmt::format("The exercise {}", exercise.title);
    const std::string why = verdict.lines.empty() ? "" : verdict.lines.front();
    bench.say(verdict.passed ? Severity::note : Severity::error, fmt::format("{}: {}", name, verdict.passed ? "passed" : "not yet"),
              why);
}

void take_verdict(Workbench& bench, ExerciseState& state) {
    if (!state.check.valid() || state.check.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    CheckedExercise checked = state.check.get();
    if (checked.lesson != bench.lesson->id || checked.exercise != state.exercise) return;  // another one was opened meanwhile
    const Exercise* exercise = current_exercise(bench, state);
    if (exercise == nullptr) return;
    state.verdict = std::move(checked.verdict);
    state.checked_text = std::move(checked.text);
    if (!state.verdict->passed) ++state.tries;
    LessonProgress& progress = bench.lessons.progress[checked.lesson];
    ++progress.attempts[exercise->id];
    if (state.verdict->passed) progress.note_passed(*exercise);
    for (const ScoreVerdict& score : state.verdict->scores)
        if (score.value) progress.note_score(*exercise, score.score, *score.value);
    bench.post(ask::SaveSettings{});
    tell_check(bench, *exercise, state);
}

void hints(const Look& look, const Exercise& exercise, const ExerciseState& state) {
    std::size_t number = 0;
    for (const std::size_t i : state.hints_shown)  // a lesson that was edited may have fewer now
        if (i < exercise.hints.size())
            text_in(look, look.theme.muted, fmt::format("Hint {}: {}", ++number, exercise.hints[i].text));
}

void hint_button(Workbench& bench, const Exercise& exercise, ExerciseState& state, ImVec2 size) {
    const std::vector<std::size_t> offered =
        hints_on_offer(exercise, state.hints_shown, state.verdict ? state.verdict->failure : std::string());
    const DisabledScope disabled(offered.empty());
    const std::size_t shown = state.hints_shown.size(), all = shown + offered.size();
    if (!ImGui::Button(fmt::format("Hint {} of {}###hint_exercise", std::min(shown + 1, all), all).c_str(), size)) return;
    state.hints_shown.push_back(offered.front());
    int& used = bench.lessons.progress[bench.lesson->id].hints[exercise.id];
    used = std::max(used, static_cast<int>(state.hints_shown.size()));
    bench.post(ask::SaveSettings{});
}

void same_line_if_it_fits(const char* label) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
    const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width <= right) ImGui::SameLine();
}

bool just_passed(const ExerciseState& state) {
    return state.verdict && state.verdict->passed && state.checked_text == state.text && !state.check.valid();
}

// The learner's version goes to a file of its own first; where that cannot be written, nothing is replaced.
void reset_to_starter(Workbench& bench, const Exercise& exercise, ExerciseState& state) {
    if (state.keeps_files) {
        const std::filesystem::path kept = unused_name(file_of(state), "before_reset");
        if (const auto saved = save_text(kept, state.text); !saved) {
            state.save_problem = "Your version was not replaced, because it could not be kept: " + saved.error().text();
            return;
        }
        bench.say(Severity::note, "Your version is kept as " + kept.string());
    }
    set_exercise_text(state, exercise.stub);
    state.verdict.reset();
}

// The one filled button is what comes next: the check, and after it the next lesson at the end of the page.
void buttons(Workbench& bench, const Exercise& exercise, ExerciseState& state) {
    const Look& look = bench.look;
    const bool checking = state.check.valid() || !may_check(bench, state);
    ImGui::Dummy({0, 0});
    const ImVec2 size{0, ImGui::GetFrameHeight() + look.px(6)};
    if (just_passed(state)) {
        const DisabledScope disabled(checking);
        if (ImGui::Button("Check##exercise", size)) start_exercise_check(bench, state);
    } else if (primary_button(look, "Check##exercise", nullptr, 0, !checking)) {
        start_exercise_check(bench, state);
    }
    explain(look, exercise.program ? "Compiles and runs your program with your rights, as often as the exercise asks"
                                   : "Runs your version on several sizes with random data and compares every element");
    ImGui::SameLine();
    if (ImGui::Button("Edit##exercise", size)) bench.post(ask::ShowExerciseSource{});
    explain(look, "Opens your version in the source panel");
    if (!exercise.program) {
        same_line_if_it_fits("Step");
        if (ImGui::Button("Step##exercise", size))
            bench.post(ask::Debug{.line = {}, .position = {}, .exercise = ask::DebugExercise{}});
        explain(look, "Opens your version in the debugger, with the values of the launch panel");
    }
    if (!exercise.hints.empty()) {  // it stays when all hints are shown: nothing else comes under the mouse
        same_line_if_it_fits("Hint 1 of 3");
        hint_button(bench, exercise, state, size);
    }
    if (state.text != exercise.stub) {
        same_line_if_it_fits("Reset to starter");
        if (ImGui::Button("Reset to starter##exercise", size)) ImGui::OpenPopup("reset_to_starter");
        explain(look, "Puts the text that the exercise began with in place of your version");
    }
    if (ImGui::BeginPopup("reset_to_starter")) {
        ImGui::TextUnformatted("Replace your version with the starter text?");
        muted_text(look, state.keeps_files ? "Your version is kept as a file next to it." : "Your version is lost.");
        if (ImGui::Button("Replace it##exercise")) {
            reset_to_starter(bench, exercise, state);
            ImGui::CloseCurrentPopup();
        }
        ImGui::SameLine();
        if (ImGui::Button("Keep mine##exercise")) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
}

// The debugger, with the launch that failed: just before the fault, or before the first wrong element was written.
void step_failure(Workbench& bench, const ShapeVerdict& failed) {
    ask::Debug asked{.line = {},
                     .position = {},
                     .exercise = ask::DebugExercise{.parameters = failed.parameters, .seed = failed.seed, .pass = failed.pass}};
    std::string label = "Step this launch",
                help = "Opens your version in the debugger, with the values and the data of this launch";
    if (failed.fault) {
        if (failed.fault->block) asked.block = *failed.fault->block;
        label = "Step to the fault";
        if (failed.fault->kind == FaultKind::data_race && failed.fault->line > 0)
            asked.line = failed.fault->line;
        else
            asked.before_fault = true, asked.fault_thread = failed.fault->thread;
    } else if (failed.wrong_element && failed.wrong_element->block) {
        const WrongElement& wrong = *failed.wrong_element;
        asked.block = *wrong.block;
        asked.warp = static_cast<std::uint32_t>(wrong.thread / kWarpSize);
        asked.lane = static_cast<int>(wrong.thread % kWarpSize);
        asked.exercise->array = wrong.array;
        asked.exercise->element = wrong.index;
        label = fmt::format("Step to {}[{}]", wrong.array, wrong.index);
        help = "Opens the debugger at the thread that wrote this element, just before it did";
    } else if (failed.wrong_element) {
        muted_text(bench.look, fmt::format("No thread wrote {}[{}].", failed.wrong_element->array, failed.wrong_element->index));
    }
    if (small_button(bench.look, (label + "###step_failure").c_str())) bench.post(asked);
    explain(bench.look, help);
}

void verdict_lines(Workbench& bench, const ExerciseState& state) {
    const Look& look = bench.look;
    if (state.check.valid()) return muted_text(look, "Checking ...");
    if (!state.verdict) return;
    const ExerciseVerdict& verdict = *state.verdict;
    const bool older = state.checked_text != state.text;
    const ImU32 colour = older ? look.theme.muted : verdict.passed ? look.theme.good : look.theme.bad;
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, colour,
                std::string(verdict.passed ? icon::kCheck : icon::kCross) + (verdict.passed ? "  Passed" : "  Not yet"));
    }
    if (older) {
        ImGui::SameLine();
        older_tag(look, kOlderThanEdit);
    }
    // A mistake of a program stands below, with its line to click.
    const bool is_told_below =
        std::ranges::any_of(verdict.findings, [&](const auto& each) { return each.kind == verdict.failure; });
    for (std::size_t i = is_told_below ? 1 : 0; i < verdict.lines.size(); ++i)
        text_in(look, older ? look.theme.muted : look.theme.text,
                i == 0 && verdict.failure == "gate" ? fmt::format("{}  {}", icon::kCross, verdict.lines[i]) : verdict.lines[i]);
    if (verdict.is_program) program_verdict(bench, verdict, older);
    if (older)
        muted_text(look, "The text has changed since the last check. Check it again.");
    else if (verdict.failed && !verdict.is_program)
        step_failure(bench, *verdict.failed);
}

}  // namespace

void save_exercise(ExerciseState& state) {
    if (!state.keeps_files) return;
    std::erase_if(state.left_unsaved, [](const auto& left) { return save_text(left.first, left.second).has_value(); });
    if (!state.unsaved) return;
    const auto saved = save_text(file_of(state), state.text);
    state.unsaved = !saved;  // tried again later: the disk may have room by then
    state.save_problem = saved ? "" : saved.error().text();
}

ExerciseState::~ExerciseState() { save_exercise(*this); }

void set_exercise_text(ExerciseState& state, std::string text) {
    if (text == state.text) return;
    state.text = std::move(text);
    state.unsaved = true;
    state.changed_at = ImGui::GetTime();
}

void update_exercise(Workbench& bench, ExerciseState& state) {
    if (bench.lesson == nullptr || bench.lesson->exercises.empty()) return;
    if (state.lesson != bench.lesson->id || current_exercise(bench, state) == nullptr)
        load(bench, state, bench.lesson->exercises.front());
    if ((state.unsaved || !state.left_unsaved.empty()) && ImGui::GetTime() - state.changed_at >= kSaveDelayS) {
        save_exercise(state);
        state.changed_at = ImGui::GetTime() + kSaveAgainAfterS;
    }
    put_in_draft(bench, state);
    take_verdict(bench, state);
}

void put_in_draft(Workbench& bench, const ExerciseState& state) {
    const Exercise* const exercise = current_exercise(bench, state);
    if (exercise == nullptr) return bench.draft.exercise.reset();
    ExerciseText now{.id = exercise->id, .kernel = exercise->kernel, .entry = exercise->entry, .text = state.text};
    now.is_program = exercise->program.has_value();
    if (now.is_program && bench.draft.runs_exercise) bench.post(ask::ChooseText{false});
    if (bench.draft.exercise != now) bench.draft.exercise = std::move(now);
}

bool may_check(const Workbench& bench, const ExerciseState& state) {
    const Exercise* const exercise = current_exercise(bench, state);
    return exercise != nullptr && (!exercise->program || state.trusts_lesson);
}

const Exercise* current_exercise(const Workbench& bench, const ExerciseState& state) {
    return bench.lesson == nullptr ? nullptr : bench.lesson->find_exercise(state.exercise);
}

void exercise_card(Workbench& bench, ExerciseState& state, const std::string& id) {
    const Exercise* found = bench.lesson->find_exercise(id);
    if (found == nullptr) return muted_text(bench.look, "This lesson has no exercise.");
    const Look& look = bench.look;
    const Exercise& exercise = *found;
    const auto progress = bench.lessons.progress.find(bench.lesson->id);
    const bool passed = progress != bench.lessons.progress.end() && progress->second.has_passed(exercise);
    const ImU32 edge = passed ? look.theme.good : look.theme.warn;
    const Card card(look, "exercise", mix(look.theme.panel, edge, look.theme.dark ? 0.09f : 0.07f), edge);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text, exercise.title.empty() ? "Exercise" : "Exercise: " + exercise.title);
        if (passed) {
            const std::string mark = std::string(icon::kCheck) + " passed";
            place_beside(ImGui::CalcTextSize(mark.c_str()).x);
            text_in(look, look.theme.good, mark);
        }
    }
    bench.state<Markdown>().draw(look, with_term_links(exercise.task, bench.lesson), bench.lesson->folder,
                                 [&](const std::string& target) { follow_link(bench, target); });
    if (state.exercise != exercise.id) {
        const DisabledScope checking(state.check.valid());
        if (quiet_button(look, "Work on this one##exercise")) load(bench, state, exercise);
        return explain(look, "Your version of the other exercise is kept");
    }
    if (!trust_question(bench, exercise, state)) return;
    // below the buttons, which a hint that appears does not move
    buttons(bench, exercise, state);
    hints(look, exercise, state);
    verdict_lines(bench, state);
    exercise_scores(bench, exercise, state);
    if (state.verdict) exercise_cost(look, state.verdict->cost);
    if (may_see_solution(state, passed)) exercise_solution(look, exercise, state);
    if (!state.save_problem.empty()) text_in(look, look.theme.bad, state.save_problem);
}

}  // namespace warpwise::ui
