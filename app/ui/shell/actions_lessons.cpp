// Actions that change the course: a lesson from anywhere is opened, and one whose files changed is read again.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <system_error>

#include "experiment/record/claims.h"
#include "lesson/lesson_path.h"
#include "ui/lesson/counted_runs.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/picture/image_before.h"
#include "ui/picture/image_state.h"
#include "ui/picture/points_state.h"
#include "ui/shell/actions.h"
#include "ui/source/source_panel.h"
#include "ui/threads/launch_facts.h"
#include "ui/threads/thread_grid_state.h"
#include "ui/timing/live_loop.h"
#include "ui/timing/roofline_state.h"
#include "ui/timing/timings_state.h"

namespace warpwise::ui {
namespace {

auto place_in(Course& course, const Lesson* lesson) {
    return std::ranges::find_if(course.lessons, [&](const Lesson& other) { return &other == lesson; });
}

// The values that still fit; the lesson's own for the others.
ParameterValues values_that_fit(const Lesson& lesson, const ParameterValues& wanted) {
    ParameterValues values = lesson.defaults();
    for (const Parameter& parameter : lesson.parameters)
        if (const auto before = wanted.find(parameter.id); before != wanted.end())
            if (auto fits = parse_parameter(parameter, text_of(before->second))) values[parameter.id] = std::move(*fits);
    return values;
}

// Panels keep texts and facts by the lesson's id, which stays.
void forget_texts(Workbench& bench, const Lesson& before) {
    auto& image = bench.state<ImageState>();
    auto& points = bench.state<PointsState>();
    bench.state<ImageBefore>() = {};
    image.lesson.clear(), image.animation.key.clear();
    points.lesson.clear(), points.animation.key.clear();
    bench.state<TimingsState>().lesson.clear();
    bench.state<RooflineState>() = {};
    bench.state<LaunchFactsState>() = {};
    bench.state<ThreadGridState>() = {};
    bench.state<ArrayStripState>() = {};
    bench.state<LessonPanelState>().key.clear();
    auto& source = bench.state<SourcePanelState>();
    source.original_key.clear(), source.shown_key.clear(), source.marked_key.clear();
    // A learner who has not begun starts from the new stub.
    auto& exercise = bench.state<ExerciseState>();
    const Exercise *was = before.find_exercise(exercise.exercise), *is = current_exercise(bench, exercise);
    const bool untouched = was != nullptr && exercise.lesson == before.id && exercise.text == was->stub;
    if (untouched) exercise.text = is != nullptr ? is->stub : "";
}

}  // namespace

void Actions::act(const ask::OpenLessonFolder& asked) {
    const auto id = lesson_of_folder(asked.path);
    bench_.lessons.open_problem = id ? std::nullopt : std::optional(id.error());
    bench_.lessons.folder_opened = id.has_value();
    if (id) act(ask::OpenLesson{*id});
}

void Actions::act(const ask::OpenLesson& asked) {
    if (const Lesson* wanted = bench_.lessons.course.find(asked.id); wanted != nullptr && wanted != bench_.lesson)
        read_again_if_changed(*wanted, true);
    open_lesson(asked.id);
    leave_debugger_layout();
}

void Actions::open_lesson(const std::string& id) {
    const Lesson* lesson = bench_.lessons.course.find(id);
    if (lesson == nullptr) {
        bench_.say(Severity::error, "There is no lesson '" + id + "'", "The Course menu lists all lessons");
        return;
    }
    cancel();
    bench_.state<LiveLoop>() = {};
    bench_.lesson = lesson;
    bench_.draft.request = ExperimentRequest();
    bench_.draft.request.lesson = lesson->id;
    bench_.draft.request.parameters = lesson->defaults();
    bench_.draft.request.trace = Trace::full;
    if (!lesson->kernels.empty()) bench_.draft.request.kernel = lesson->kernels.front().id;
    bench_.draft.grid_automatic = true;
    bench_.draft.edited_source.clear();
    bench_.draft.exercise.reset();
    bench_.draft.runs_exercise = false;
    other_text_.reset();
    bench_.results.exercise.reset();
    bench_.results.program.reset();
    bench_.results.ranks.reset();
    past_.clear();
    future_.clear();
    settled_ = {bench_.draft.request, true};
    unsettled_ = false;
    forget_results();
    forget_counted(bench_);
    bench_.results.has_run = false;
    refresh_resolved();
    bench_.lessons.progress[lesson->id].opened = true;
    if (opened_file(bench_) == nullptr) bench_.settings.last_lesson = lesson->id;  // files have a list of their own
    bench_.post(ask::SaveSettings{});
}

// The id under which the lesson at `path` stands in the course, where it is put when it is not there yet.
Result<std::string> Actions::lesson_of_folder(const std::filesystem::path& path) {
    const auto folder = lesson_folder_at(path);
    if (!folder) return std::unexpected(folder.error());
    std::error_code error;
    for (const Lesson& lesson : bench_.lessons.course.lessons)
        if (std::filesystem::equivalent(lesson.folder, *folder, error)) return lesson.id;
    auto lesson = load_lesson_at(*folder);
    if (!lesson) return std::unexpected(lesson.error());
    read_recorded(*lesson, bench_.recordings.all);
    const std::string id = lesson->id;
    bench_.lessons.from_folders.insert(id);
    bench_.lessons.changed = true;
    const auto same_id = std::ranges::find(bench_.lessons.course.lessons, id, &Lesson::id);
    if (same_id == bench_.lessons.course.lessons.end()) {
        bench_.lessons.course.lessons.push_back(std::move(*lesson));
        watch_.know(bench_.lessons.course.lessons.back());
        return id;
    }
    bench_.say(Severity::note, fmt::format("{} takes the place of the lesson with the same id, {}", folder->string(), id),
               "Until the window is closed; progress and exercise are those of that id");
    replace(*same_id, std::move(*lesson));
    return id;
}

void Actions::read_again_if_changed(const Lesson& lesson, bool at_once) {
    if (!bench_.keeps_files) return;  // a picture or a test shows what it read
    auto fresh = watch_.changed(lesson, at_once);
    if (!fresh) return;
    const std::string folder = lesson.folder.filename().string();
    if (!*fresh) {
        std::string text = text_of(fresh->error());
        while (text.ends_with('\n')) text.pop_back();
        bench_.say(Severity::error, fmt::format("{} changed and cannot be read; the window shows it as it was\n{}", folder, text),
                   "Correct it and save it again");
        return;
    }
    const Lesson* of_id = bench_.lessons.course.find((*fresh)->id);
    if (of_id != nullptr && of_id != &lesson && of_id->id == (*fresh)->id) {
        bench_.say(Severity::error, fmt::format("{} now has the id {}, which another lesson has", folder, (*fresh)->id),
                   "Give every lesson an id of its own");
        return;
    }
    read_recorded(**fresh, bench_.recordings.all);
    replace(lesson, std::move(**fresh));
    bench_.say(Severity::note, fmt::format("{} changed and was read again", folder));
    for (const Diagnostic& warning : bench_.lesson != nullptr ? bench_.lesson->warnings : Diagnostics())
        bench_.say(warning.severity, fmt::format("{}:{}: {}", warning.file, warning.line, warning.message), warning.hint);
}

// What still works with the lesson as it was (a run that is being cancelled, a picture) keeps it.
void Actions::replace(const Lesson& old, Lesson fresh) {
    const auto at = place_in(bench_.lessons.course, &old);
    const auto next = std::next(at);
    bench_.lessons.earlier.splice(bench_.lessons.earlier.end(), bench_.lessons.course.lessons, at);
    const Lesson& now = *bench_.lessons.course.lessons.insert(next, std::move(fresh));
    watch_.know(now);
    bench_.lessons.changed = true;
    if (bench_.lesson == &old) carry_over(old, now);
}

// The open lesson was read again: the learner's values and texts stay where they still fit.
void Actions::carry_over(const Lesson& before, const Lesson& now) {
    const bool ran_exercise = bench_.draft.runs_exercise;
    choose_text(false);
    other_text_.reset();
    bench_.lesson = &now;
    ExperimentRequest& draft = bench_.draft.request;
    draft.lesson = now.id;
    draft.parameters = values_that_fit(now, draft.parameters);
    if (now.find_kernel(draft.kernel) == nullptr) draft.kernel = now.kernels.empty() ? "" : now.kernels.front().id;
    std::erase_if(bench_.draft.edited_source, [&](const auto& edited) { return now.find_kernel(edited.first) == nullptr; });
    past_.clear();
    future_.clear();
    settled_ = {draft, bench_.draft.grid_automatic};
    unsettled_ = false;
    forget_results();
    forget_counted(bench_);
    forget_texts(bench_, before);
    refresh_resolved();
    choose_text(ran_exercise);
    run_if_wanted();
}

}  // namespace warpwise::ui
