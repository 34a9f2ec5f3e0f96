// Every lesson as a new learner takes it, in a laptop's window, by mouse and keyboard: the first screen, a wrong answer and then
// the right one to each prediction, each preset, the stub checked, the solution handed in, and on to the next lesson.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "experiment/run/arguments.h"
#include "experiment/run/resolve.h"
#include "lesson/claim.h"
#include "shipped_lessons.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/timing/sketch.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

// Where such an item is in sight, there; else scrolls the lesson from its top to the first one: a card out of sight has no items.
// "Check##exercise"
enum class Search { in_sight_first, from_the_top };
std::string found(ImGuiTestContext* context, const std::string& item, Search search = Search::in_sight_first) {
    const std::string path = "//###lesson/**/" + item;
    ImGuiWindow* lesson = context->WindowInfo("//###lesson").Window;
    if (lesson == nullptr) return path;  // the test was ended
    if (search == Search::in_sight_first && context->ItemExists(path.c_str())) {
        context->Yield(3);  // what is above it may have grown, and pushed it away
        if (context->ItemExists(path.c_str())) return path;
    }
    const float page = lesson->Size.y / 2;
    for (float y = 0; y <= lesson->ScrollMax.y + page; y += page) {
        ImGui::SetScrollY(lesson, y);
        context->Yield(3);
        if (context->ItemExists(path.c_str())) break;
    }
    return path;
}
// A card that has just come into sight may grow, when what it computes is there, and push the item on: until it rests in sight.
void settle(ImGuiTestContext* context, const std::string& path) {
    const auto place = [&] { return context->ItemInfo(path.c_str(), ImGuiTestOpFlags_NoError).RectFull; };
    for (int looks = 0; looks < 40; ++looks) {
        ImGuiWindow* lesson = context->WindowInfo("//###lesson").Window;
        if (lesson == nullptr || !context->ItemExists(path.c_str())) return;
        const ImRect before = place();
        context->Yield(3);
        if (!context->ItemExists(path.c_str())) return;
        const ImRect now = place();
        const float beyond = now.GetCenter().y - lesson->InnerRect.GetCenter().y;
        const bool in_sight = now.Min.y >= lesson->InnerRect.Min.y && now.Max.y <= lesson->InnerRect.Max.y;
        if (in_sight && before.Min.y == now.Min.y) return;
        if (!in_sight) ImGui::SetScrollY(lesson, std::max(0.0f, lesson->Scroll.y + beyond));
    }
}
void click(ImGuiTestContext* context, const std::string& item, Search search = Search::in_sight_first) {
    const std::string path = found(context, item, search);
    settle(context, path);
    if (!context->ItemExists(path.c_str())) {
        found(context, item, Search::from_the_top);
        settle(context, path);
    }
    // It may still move, or leave the page, while the mouse is on its way: then once more.
    for (int tries = 0; tries < 5; ++tries) {
        context->MouseMove(path.c_str(), ImGuiTestOpFlags_NoCheckHoveredId | ImGuiTestOpFlags_NoError);
        context->Yield(2);
        const ImGuiID here = context->ItemInfo(path.c_str(), ImGuiTestOpFlags_NoError).ID;
        if (here != 0 && context->UiContext->HoveredIdPreviousFrame == here) return context->MouseClick();
        if (!context->ItemExists(path.c_str())) found(context, item, Search::from_the_top);
        settle(context, path);
    }
    context->ItemClick(path.c_str());
}

// Predictions in the order in which the prose asks them.
std::vector<const Prediction*> asked(App& app) {
    std::vector<const Prediction*> order;
    for (const ProsePart& part : app.workbench().state<LessonPanelState>().parts)
        if (part.kind == ProsePartKind::predict) order.push_back(find_prediction(*app.workbench().lesson, part.text));
    return order;
}

// Lessons about large sizes take longer than other tests allow, most of all beside another test.
bool wait_long(ImGuiTestContext* context, const std::function<bool()>& done) {
    bool ended = false;
    for (int tries = 0; tries < 6 && !ended; ++tries) ended = wait_until(context, done);
    return ended;
}
void wait_for_long_runs(ImGuiTestContext* context, App& app) {
    IM_CHECK_SILENT(wait_long(context, [&] { return !app.busy(); }));
}

// Into the first open card: another one may be in sight, too.
void put_number(ImGuiTestContext* context, double number) {
    const std::string path = found(context, "##number", Search::from_the_top);
    const ImGuiID id = context->ItemInfo(path.c_str()).ID;  // by its path, it might be another one's once the page has moved
    settle(context, path);
    context->ItemInput(id);
    context->KeyCharsReplace(fmt::format("{}", number).c_str());
}

// The first open card is the one to answer: those above it are committed.
void commit(ImGuiTestContext* context, App& app, const Prediction& prediction, bool right) {
    if (prediction.asks_sketch()) {
        // level, or a straight line upwards; lesson_tasks_window_test draws with the mouse
        std::vector<double>& heights = sketch_of(app.workbench(), prediction);
        const bool level = right == (prediction.shape == "stays");
        for (std::size_t i = 0; i < heights.size(); ++i)
            heights[i] = level ? prediction.top / 2 : prediction.top * static_cast<double>(i) / static_cast<double>(heights.size());
        click(context, "Commit and sweep##prediction");
        return wait_for_long_runs(context, app);
    }
    if (prediction.asks_bar()) {
        const double wrong = prediction.near_misses.empty() ? prediction.lowest : prediction.near_misses.front().value;
        put_number(context, right ? prediction.number : wrong);
        return click(context, "Commit and show##prediction");
    }
    if (prediction.asks_number()) {
        const double wrong =
            prediction.near_misses.empty() ? prediction.number + 2 * prediction.within + 1 : prediction.near_misses.front().value;
        put_number(context, right ? prediction.number : wrong);
    } else {
        const auto answer = std::ranges::find(prediction.answers, right, &Answer::right);
        click(context, fmt::format("##answer_{}", answer - prediction.answers.begin()));
    }
    click(context, "Commit and run##prediction");
    wait_for_long_runs(context, app);
}

void predict(ImGuiTestContext* context, App& app) {
    Workbench& bench = app.workbench();
    for (const Prediction* prediction : asked(app)) {
        const LessonProgress& progress = bench.lessons.progress[bench.lesson->id];
        commit(context, app, *prediction, false);
        IM_CHECK_SILENT(progress.has_committed(*prediction));
        if (!prediction->asks_sketch() && !prediction->asks_bar() && prediction->job.empty())
            IM_CHECK_STR_NE(shown_by_run(bench, *prediction).c_str(), "");
        ask_again(bench, bench.state<LessonPanelState>(), *prediction);
        context->Yield(3);
        commit(context, app, *asked_prediction(bench, prediction->id), true);  // perhaps with other numbers
        IM_CHECK_SILENT(progress.has_committed(*prediction));
    }
}

// By the product of its numbers, which is elements times steps, samples or iterations, or by the bytes of its arrays: a matrix of
// 2,048 x 2,048 is one number. Large presets are for a GPU's recorded times.
bool is_large(const Lesson& lesson, const Preset& preset) {
    double product = 1;
    for (const auto& [id, value] : preset.values)
        if (const auto* number = std::get_if<std::int64_t>(&value)) product *= std::max(1.0, static_cast<double>(*number));
    if (product > 1 << 22) return true;
    const PresetRun run = run_of_preset(lesson, preset.name);
    ExperimentRequest request;
    request.kernel = run.kernel;
    request.parameters = run.parameters;
    const auto launch = resolve_launch(lesson, request);
    if (!launch) return false;  // its run says why
    const auto bytes = bytes_of_arguments(lesson, *lesson.find_kernel(run.kernel), run.parameters, launch->dtype);
    return bytes && *bytes > 1 << 24;
}

// On the host that draws nothing all of them; where software GL draws every frame, two.
void try_presets(ImGuiTestContext* context, App& app, gl::HostKind host) {
    Workbench& bench = app.workbench();
    std::size_t most = host == gl::HostKind::null ? bench.lesson->presets.size() : 2;
    for (const Preset& preset : bench.lesson->presets) {
        const KernelSpec* const chosen = bench.lesson->find_kernel(preset.kernel);
        if (chosen != nullptr && !chosen->library.empty()) continue;  // it needs a GPU
        if (is_large(*bench.lesson, preset)) continue;
        if (most-- == 0) break;
        bench.post(ask::ApplyPreset{preset.name});
        context->Yield(3);
        context->KeyPress(ImGuiKey_F5);
        wait_for_long_runs(context, app);
        const RunRecord* record = bench.results.latest_that(&DeviceTraits::has_counts);
        IM_CHECK_SILENT(record != nullptr);
        const KernelSpec& kernel = *bench.lesson->find_kernel(record->request.kernel);
        const bool as_said = record->status == RunStatus::ok || kernel.expect_wrong || kernel.expect_fault.has_value();
        if (!as_said) context->LogError("%s: %s", preset.name.c_str(), record->fault ? record->fault->message.c_str() : "");
        IM_CHECK_SILENT(as_said);
    }
}

bool runs_in_ranks(const Exercise& exercise) {
    return exercise.program && std::ranges::any_of(exercise.program->runs, [](const ProgramRun& run) { return run.ranks > 0; });
}

// A lesson of ranks is walked as on a machine without MPI: each of its runs takes seconds, and tests/lessons/job_test.cpp has some.
class WithoutMpi {
  public:
    explicit WithoutMpi(bool is_wanted) {
        const char* path = is_wanted ? std::getenv("PATH") : nullptr;
        if (path == nullptr) return;
        kept_ = path;
        setenv("PATH", "/nowhere", 1);
    }
    ~WithoutMpi() {
        if (!kept_.empty()) setenv("PATH", kept_.c_str(), 1);
    }
    WithoutMpi(const WithoutMpi&) = delete;
    WithoutMpi& operator=(const WithoutMpi&) = delete;

  private:
    std::string kept_;
};

void solve(ImGuiTestContext* context, App& app) {
    Workbench& bench = app.workbench();
    ExerciseState& state = bench.state<ExerciseState>();
    const auto hand_in = [&](const std::string& text) {
        set_exercise_text(state, text);
        context->Yield(2);
        state.verdict.reset();  // of the text before
        // On a machine under load one click of thousands was lost: a person clicks again.
        for (int tries = 0; tries < 3 && !state.verdict && !state.check.valid(); ++tries) {
            click(context, "Check##exercise", Search::from_the_top);
            context->Yield(3);
        }
        IM_CHECK_SILENT(wait_long(context, [&] { return state.verdict && !state.check.valid(); }));
    };
    for (const Exercise& exercise : bench.lesson->exercises) {
        IM_CHECK_STR_EQ(state.exercise.c_str(), exercise.id.c_str());
        if (runs_in_ranks(exercise)) continue;
        hand_in(exercise.stub);
        IM_CHECK(state.verdict && !state.verdict->passed);
        click(context, "###hint_exercise");
        hand_in(exercise.solution);
        IM_CHECK(state.verdict && state.verdict->passed);
        if (!exercise.program) {
            IM_CHECK_SILENT(!state.verdict->cost.mine.empty());
            IM_CHECK_SILENT(state.verdict->cost.mine == state.verdict->cost.best);  // the same text costs the same
        }
        if (&exercise != &bench.lesson->exercises.back()) click(context, "Work on this one##exercise");
        context->Yield(3);
    }
}

// A size of the window, a theme and a scale. On the host that does not draw, lessons take turns with them; the environment variable
// WARPWISE_WALK=1280x800,light,2 has all walks use one.
struct Looks {
    gl::Size size;
    ThemeName theme;
    float scale;
};
Looks looks_of_walk(gl::HostKind host, const std::string& lesson) {
    static const std::vector<std::string> ids = shipped_lesson_ids();
    constexpr Looks usual{{1440, 900}, ThemeName::dark, 1};
    constexpr Looks in_turns[] = {
        {{1280, 800}, ThemeName::light, 1}, {{1920, 1080}, ThemeName::high_contrast, 1}, {{1280, 800}, ThemeName::dark, 2}, usual};
    if (const char* asked = std::getenv("WARPWISE_WALK")) {
        Looks looks = usual;
        char theme[16] = "";
        const int read = std::sscanf(asked, "%dx%d,%15[a-z-],%f", &looks.size.width, &looks.size.height, theme, &looks.scale);
        EXPECT_EQ(read, 4) << asked;
        for (const ThemeName name : {ThemeName::dark, ThemeName::light, ThemeName::high_contrast})
            if (theme == std::string_view(name_of(name))) looks.theme = name;
        return looks;
    }
    if (host != gl::HostKind::null) return usual;
    const auto number = std::ranges::find(ids, lesson) - ids.begin();
    return in_turns[static_cast<std::size_t>(number) % std::size(in_turns)];
}

class CourseWalk : public WindowTest, public ::testing::WithParamInterface<std::tuple<gl::HostKind, std::string>> {};

TEST_P(CourseWalk, FromTheFirstScreenToTheNextLesson) {
    const auto& [host, lesson] = GetParam();
    AppOptions options = with_lesson(lesson, host);
    const Looks looks = looks_of_walk(host, lesson);
    options.host.size = looks.size;
    options.theme = looks.theme;
    options.scale = looks.scale;
    const WithoutMpi without(lesson == "ranks");
    run(options, [&lesson, host](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        keep_picture(context, app, lesson + "_1_first_screen");
        predict(context, app);
        keep_picture(context, app, lesson + "_2_predicted");
        try_presets(context, app, host);
        keep_picture(context, app, lesson + "_3_presets");
        solve(context, app);
        keep_picture(context, app, lesson + "_4_passed");
        if (std::ranges::any_of(bench.lesson->exercises, runs_in_ranks)) return;  // it is not finished
        IM_CHECK(bench.lessons.progress[lesson].finished);
        const auto& lessons = bench.lessons.course.lessons;
        const auto here = std::ranges::find(lessons, lesson, &Lesson::id);
        if (std::next(here) == lessons.end()) return;
        click(context, "Next lesson##lesson");
        context->Yield(3);
        IM_CHECK_STR_EQ(bench.lesson->id.c_str(), std::next(here)->id.c_str());
    });
}

std::string name_of_walk(const ::testing::TestParamInfo<CourseWalk::ParamType>& info) {
    return std::string(std::get<0>(info.param) == gl::HostKind::null ? "null_" : "egl_") + std::get<1>(info.param);
}

// The lessons that are walked on the host that draws: the first one, and one for each way in which a picture comes about. The
// others are Slow, for --gtest_also_run_disabled_tests: what differs between the hosts is not the lesson.
std::vector<std::string> drawn_lessons(bool wanted) {
    const std::set<std::string> drawn{"first_kernel", "indexing_2d_3d", "mandelbrot", "particles", "gradients"};
    std::vector<std::string> out;
    for (const std::string& id : shipped_lesson_ids())
        if (drawn.contains(id) == wanted) out.push_back(id);
    return out;
}

INSTANTIATE_TEST_SUITE_P(Hosts, CourseWalk,
                         ::testing::Combine(::testing::Values(gl::HostKind::null), ::testing::ValuesIn(shipped_lesson_ids())),
                         name_of_walk);
INSTANTIATE_TEST_SUITE_P(Drawn, CourseWalk,
                         ::testing::Combine(::testing::Values(gl::HostKind::egl), ::testing::ValuesIn(drawn_lessons(true))),
                         name_of_walk);
INSTANTIATE_TEST_SUITE_P(DISABLED_Slow, CourseWalk,
                         ::testing::Combine(::testing::Values(gl::HostKind::egl), ::testing::ValuesIn(drawn_lessons(false))),
                         name_of_walk);

}  // namespace
}  // namespace warpwise::ui
