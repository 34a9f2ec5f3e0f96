// The debugger in the window with the emulator behind it: what a learner sees of a lesson's kernel.
#include <algorithm>
#include <string>

#include "lesson/access_view.h"
#include "ui/debugger/access_survey.h"
#include "ui/debugger/cause_help.h"
#include "ui/debugger/debug_steps.h"
#include "ui/debugger/debugger_state.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/source/line_marks.h"
#include "ui/source/source_panel.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class DebuggerEmulatorTest : public WindowTest {
  protected:
    static const DebuggerState& debugger(App& app) { return app.workbench().state<DebuggerState>(); }
    static bool settles(ImGuiTestContext* context, App& app) {
        return wait_until(context, [&] { return !app.busy() && !debugger(app).busy; });
    }
    static int line(App& app) { return debugger(app).now->frames.empty() ? 0 : debugger(app).now->frames.front().line; }
    static const DebugValue* variable(App& app, const std::string& name) {
        const auto& variables = debugger(app).now->variables;
        const auto found = std::ranges::find(variables, name, &DebugValue::name);
        return found != variables.end() ? &*found : nullptr;
    }
};

TEST_F(DebuggerEmulatorTest, ALessonsKernelIsSteppedForwardsAndBack) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Debug{.block = {1, 0, 0}, .line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(line(app), 4);
        context->Yield(10);
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 5);
        const DebugValue* i = variable(app, "i");
        IM_CHECK(i != nullptr);
        IM_CHECK_STR_EQ(text_of(*i, 7).c_str(), "39");
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 6);
        IM_CHECK(shows(context, "Paused in vector_add at line 6, before the read of a"));
        context->KeyPress(ImGuiMod_Shift | ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 5);
        IM_CHECK(debugger(app).overview != nullptr && debugger(app).overview->complete);
        IM_CHECK(!debugger(app).overview->timeline.empty());
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).now->reason == StopReason::end);
        IM_CHECK(shows(context, "The block has finished"));
    });
}

TEST_F(DebuggerEmulatorTest, AFaultOfARunIsOpenedAtTheMomentBefore) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        context->ItemClick("//###launch/**/presets/No guard");
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->ItemClick("//###result/**/###result_debug");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(debugger(app).now->block.x, 3u);
        IM_CHECK_EQ(debugger(app).pinned_lane, 4);
        IM_CHECK_EQ(line(app), 6);
        const DebugValue* i = variable(app, "i");
        IM_CHECK(i != nullptr);
        IM_CHECK_STR_EQ(text_of(*i, 4).c_str(), "100");
        IM_CHECK(debugger(app).now->fault.has_value());
        context->Yield(10);
        IM_CHECK(shows(context, "To try: "));
        IM_CHECK(debugger(app).options.schedule == Schedule::round_robin);  // the fault is the same in every order
        keep_picture(context, app, "debugger_fault");
        context->KeyPress(ImGuiMod_Shift | ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK(!debugger(app).now->fault.has_value());
    });
}

// Warp 1 faults only where warp 0 has run to its end before it.
constexpr const char* faults_in_one_order = R"cu(template <typename T>
__global__ void vector_add(const T* a, const T* b, T* c, int n) {
    int t = threadIdx.x;
    if (t == 0) {
        for (int k = 0; k < 50; ++k) c[1] += a[k];
        c[0] = 1;
    }
    if (t == 32 && c[0] == 1) c[1000000] = 0;
}
)cu";

TEST_F(DebuggerEmulatorTest, AFaultThatDependsOnTheOrderIsShownInTheOrderOfItsRun) {
    AppOptions options = with_lesson("indexing_1d");
    options.settings = {"block=64"};
    run(options, [](ImGuiTestContext* context, App& app) {
        app.workbench().draft.edited_source["right"] = faults_in_one_order;
        app.workbench().post(ask::TakeDraft{});
        context->Yield(4);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->ItemClick("//###result/**/###result_debug");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK(debugger(app).now->fault.has_value());
        IM_CHECK_EQ(debugger(app).now->warp, 1u);
        IM_CHECK_EQ(line(app), 8);
        IM_CHECK(debugger(app).options.schedule == Schedule::sequential);
    });
}

TEST_F(DebuggerEmulatorTest, ATextThatDoesNotCompileIsACard) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().draft.edited_source["right"] =
            "template <typename T>\n__global__ void vector_add(const T* a, const T* b, T* c, int n) {\n    int i = ;\n}\n";
        app.workbench().post(ask::Debug{.line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        context->Yield(10);
        IM_CHECK(!debugger(app).is_open());
        IM_CHECK(shows(context, "Compile error at line 3"));
    });
}

TEST_F(DebuggerEmulatorTest, TheLastWriteOfAnElementIsFoundInItsWritersBlock) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::DebugLastWrite{.array = "c", .element = 70, .block = Dim3{2, 0, 0}});
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(debugger(app).now->block.x, 2u);
        IM_CHECK(debugger(app).now->reason == StopReason::access);
        IM_CHECK_EQ(line(app), 6);
        const DebugValue* i = variable(app, "i");
        IM_CHECK(i != nullptr);
        IM_CHECK_STR_EQ(text_of(*i, 6).c_str(), "70");
    });
}

TEST_F(DebuggerEmulatorTest, ALessonsAccessesAreThereBeforeAnythingIsStepped) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::FocusView{"accesses"});
        context->Yield(4);
        IM_CHECK(settles(context, app));
        context->Yield(4);
        IM_CHECK(shows(context, "Block 1, warp 0: accesses to c"));
        IM_CHECK(!debugger(app).is_open());
        const AccessSurvey* survey = bench.state<AccessSurveys>().want(bench, *find_access_view(*bench.lesson, "right"));
        IM_CHECK(survey != nullptr && survey->complete);
        const auto to_c = std::ranges::find(survey->accesses, "c", &DebugAccess::array);
        IM_CHECK(to_c != survey->accesses.end());
        IM_CHECK(to_c->is_store);
        IM_CHECK_EQ(to_c->elements[0], 32);
        IM_CHECK_EQ(to_c->elements[31], 63);

        // the draft changes: what the other kernel writes
        bench.post(ask::ChooseKernel{"thread_only"});
        context->Yield(4);
        IM_CHECK(settles(context, app));
        context->Yield(4);
        survey = bench.state<AccessSurveys>().want(bench, *find_access_view(*bench.lesson, "thread_only"));
        IM_CHECK(survey != nullptr);
        const auto again = std::ranges::find(survey->accesses, "c", &DebugAccess::array);
        IM_CHECK(again != survey->accesses.end());
        IM_CHECK_EQ(again->elements[31], 31);

        context->ItemClick("//###accesses/**/###step_survey");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_EQ(debugger(app).now->block.x, 1u);
        bench.post(ask::FocusView{"accesses"});
        context->Yield(6);
        IM_CHECK(shows(context, "No access collected yet"));  // the steps of the session that is open
    });
}

TEST_F(DebuggerEmulatorTest, AccessesOfABlockThatFaultsSayWhy) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::ChooseKernel{"no_guard"});
        bench.draft.request.parameters["n"] = std::int64_t{33};
        bench.post(ask::TakeDraft{});
        bench.post(ask::FocusView{"accesses"});
        context->Yield(4);
        IM_CHECK(settles(context, app));
        context->Yield(4);
        IM_CHECK(shows(context, "The block ends in a fault: Out of bounds at line"));
        bench.draft.edited_source["no_guard"] = "template <typename T> __global__ void no_guard(const T*, const T*, T*, int) { x }";
        bench.post(ask::TakeDraft{});
        context->Yield(4);
        IM_CHECK(settles(context, app));
        context->Yield(4);
        IM_CHECK(!is_on_screen(context, "accesses to c"));
    });
}

constexpr const char* one_too_far = R"cu(template <typename T>
__global__ void add_two_each(const T* a, const T* b, T* c, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) c[i] = a[i] + b[i];
    if (i + 1 < n) c[i + 1] = a[i] + b[i + 1];
}
)cu";

TEST_F(DebuggerEmulatorTest, AFailedCheckOpensAtTheThreadThatWroteTheFirstWrongElement) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        ExerciseState& exercise = bench.state<ExerciseState>();
        set_exercise_text(exercise, one_too_far);
        start_exercise_check(bench, exercise);
        IM_CHECK(wait_until(context, [&] { return exercise.verdict.has_value(); }));
        IM_CHECK(!exercise.verdict->passed);
        IM_CHECK(exercise.verdict->failed.has_value());
        const auto& wrong = exercise.verdict->failed->wrong_element;
        IM_CHECK(wrong.has_value());
        IM_CHECK_STR_EQ(wrong->array.c_str(), "c");
        IM_CHECK_EQ(wrong->index, 1);
        IM_CHECK_EQ(wrong->thread, 0u);
        context->Yield(4);
        keep_picture(context, app, "exercise_failed");
        context->ItemClick("//###lesson/**/###step_failure");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK(debugger(app).subject->exercise.has_value());
        IM_CHECK(debugger(app).now->reason == StopReason::access);
        IM_CHECK_EQ(line(app), 5);
        IM_CHECK_EQ(debugger(app).pinned_lane, 0);
        IM_CHECK_STR_EQ(debugger(app).subject->text.c_str(), one_too_far);
        context->Yield(10);
        IM_CHECK(shows(context, "your version, as checked: n = 65"));
        keep_picture(context, app, "exercise_stepped");
        IM_CHECK(bench.state<SourcePanelState>().tab == SourceTab::exercise);
        IM_CHECK_EQ(bench.state<LineMarks>().current, 5);
        IM_CHECK(bench.state<LineMarks>().of_exercise);
        IM_CHECK(!is_outdated(bench));
        set_exercise_text(exercise, "// another");
        IM_CHECK(is_outdated(bench));
        // the lesson's own kernel is stepped again, with breakpoints of its own
        bench.post(ask::ToggleBreakpoint{4});
        context->Yield(2);
        IM_CHECK_EQ(debugger(app).breakpoints.size(), 1u);
        bench.post(ask::Debug{.line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK(!debugger(app).subject->exercise.has_value());
        IM_CHECK(debugger(app).breakpoints.empty());
    });
}

TEST_F(DebuggerEmulatorTest, TheExercisesEditorStepsTheLearnersText) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::ShowExerciseSource{});
        context->Yield(6);
        context->ItemClick("//###source/**/###step_exercise");
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK(debugger(app).subject->exercise.has_value());
        IM_CHECK_STR_EQ(debugger(app).subject->text.c_str(), bench.lesson->exercises.front().stub.c_str());
        IM_CHECK_EQ(debugger(app).subject->shape.grid.x, 2u);  // half as many blocks as the draft's kernel
        context->Yield(10);
        IM_CHECK(shows(context, "your version"));
        IM_CHECK(bench.state<SourcePanelState>().tab == SourceTab::exercise);
        const int before = line(app);
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_GT(line(app), before);
        // another kernel of the draft ends it
        bench.post(ask::ChooseKernel{"thread_only"});
        context->Yield(6);
        IM_CHECK(!debugger(app).is_open());
        IM_CHECK(debugger(app).subject == nullptr);
    });
}

TEST_F(DebuggerEmulatorTest, AnExerciseThatDoesNotCompileIsToldAndStays) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::ShowExerciseSource{});
        context->Yield(6);
        set_exercise_text(bench.state<ExerciseState>(), "template <typename T>\n__global__ void add_two_each(const T* a) { x; }\n");
        bench.post(ask::Debug{.line = {}, .position = {}, .exercise = ask::DebugExercise{}});
        IM_CHECK(settles(context, app));
        context->Yield(10);
        IM_CHECK(!debugger(app).is_open());
        IM_CHECK(shows(context, "Compile error at line 2"));
    });
}

TEST_F(DebuggerEmulatorTest, TheFixOfARaceIsShownAndStepped) {
    AppOptions options = with_lesson("particles");
    options.settings = {"n=256"};
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.post(ask::ChooseKernel{"one_barrier"});
        context->Yield(4);
        bench.post(ask::Debug{.line = 11, .visits = 2, .position = {}});
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 11);
        context->Yield(10);
        IM_CHECK(shows(context, "Line 11: a race "));  // also before it has happened: the line is not praised
        IM_CHECK(shows(context, "This block has a data race: line"));
        const std::uint64_t here = debugger(app).now->position;
        context->ItemClick("//###debugger/**/###to_race");
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(debugger(app).now->position, debugger(app).overview->race_position);
        IM_CHECK_EQ(debugger(app).now->warp, debugger(app).overview->race_warp);
        bench.post(ask::DebugStep{{.go = DebugGo::to_position, .position = here, .breakpoints = {}}});
        IM_CHECK(settles(context, app));
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        context->Yield(10);
        IM_CHECK(shows(context, "Line 11: a race between two threads of the block"));
        context->ItemClick("//###lanes/**/###show_fix");
        context->Yield(4);
        IM_CHECK(shows(context, "What changes from the kernel that is stepped (-) to the fix (+)."));
        keep_picture(context, app, "debug_fix");
        context->ItemClick("//###debug_fix/Step the fix");
        IM_CHECK(settles(context, app));
        IM_CHECK_STR_EQ(bench.draft.request.kernel.c_str(), "tiled");
        IM_CHECK(debugger(app).is_open());
        IM_CHECK_STR_EQ(debugger(app).subject->kernel.c_str(), "tiled");
        context->Yield(10);
        IM_CHECK(!is_on_screen(context, "What changes from the kernel"));
    });
}

TEST_F(DebuggerEmulatorTest, ASolutionIsAFixForThoseWhoMaySeeIt) {
    AppOptions options = with_lesson("mandelbrot");
    options.settings = {"width=64", "height=16"};
    run(options, [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Debug{.block = {1, 0, 0}, .line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        IM_CHECK(debugger(app).is_open());
        IM_CHECK(cause_help(app.workbench()).fixes.empty());
        app.workbench().lessons.progress["mandelbrot"].exercise_passed = true;
        const auto& fixes = cause_help(app.workbench()).fixes;
        IM_CHECK(fixes.contains("divergence"));
        IM_CHECK_STR_EQ(fixes.at("divergence").title.c_str(), "the solution of the exercise");
        IM_CHECK(fixes.at("divergence").kernel.empty());
    });
}

TEST_F(DebuggerEmulatorTest, ARunOnTheWorkerGoesOnBesideASession) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::Debug{.line = {}, .position = {}});
        IM_CHECK(settles(context, app));
        app.workbench().post(ask::Run{});
        wait_for_runs(context, app);
        IM_CHECK(app.workbench().results.latest(DeviceKind::emulated) != nullptr);
        IM_CHECK_EQ(app.workbench().results.latest(DeviceKind::emulated)->status, RunStatus::ok);
        IM_CHECK(debugger(app).is_open());
        context->KeyPress(ImGuiKey_F10);
        IM_CHECK(settles(context, app));
        IM_CHECK_EQ(line(app), 5);
    });
}

}  // namespace
}  // namespace warpwise::ui
