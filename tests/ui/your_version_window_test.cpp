// Run takes the text that is looked at and says so; what the learner's version of an exercise came to stands wherever results
// stand, and is marked once the text is another one.
#include <algorithm>
#include <string>

#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/source/source_panel.h"
#include "ui/workbench/outcome.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

AppOptions tall(AppOptions options) {
    options.host.size = {1400, 1600};  // the whole result is on the screen
    return options;
}

// A version of the exercise of indexing_1d; `body` stands at line 4.
std::string version(const std::string& body) {
    return "template <typename T>\n__global__ void add_two_each(const T* a, const T* b, T* c, int n) {\n"
           "    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);\n    " +
           body + "\n}\n";
}
// meets the exercise's requirements too: neighbouring threads write neighbouring elements
const std::string kRight =
    version("int k = i - threadIdx.x; if (k < n) c[k] = a[k] + b[k]; k += blockDim.x; if (k < n) c[k] = a[k] + b[k];");
const std::string kWrong = version("if (i < n) c[i] = a[i] + b[i]; if (i + 1 < n) c[i + 1] = a[i] + b[i + 1];");
const std::string kBroken = version("if (i < n) c[i] = a[i] +");

class YourVersionTest : public WindowTest {
  protected:
    static void show_version(ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::ShowExerciseSource{});
        context->Yield(8);
    }
    static void press_run(ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
    }
    static void check(ImGuiTestContext* context, App& app) {
        context->ItemClick("//###source/**/###check_exercise");
        context->Yield(2);
        const ExerciseState& exercise = app.workbench().state<ExerciseState>();
        IM_CHECK(wait_until(context, [&] { return exercise.verdict && !exercise.check.valid(); }));
    }
};

TEST_F(YourVersionTest, RunTakesTheTextThatIsLookedAt) {
    run(tall(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
        IM_CHECK(shows(context, "The lesson's kernel vector_add<float>"));
        show_version(context, app);
        IM_CHECK(lacks(context, "Correct on all devices"));  // this text has not run
        IM_CHECK(shows(context, "Run your version"));
        IM_CHECK(shows(context, "Your version has not run yet"));
        IM_CHECK(bench.results.any_latest() == nullptr);  // looking at it runs nothing
        replace_source(context, app, kWrong);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
        wait_for_runs(context, app);
        const RunRecord* record = bench.results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr);
        IM_CHECK_STR_EQ(record->request.edited_source->c_str(), kWrong.c_str());
        IM_CHECK_EQ(record->launch.grid.x, 2u);  // the exercise's launch has half as many blocks
        IM_CHECK(shows(context, "Your version of add_two_each<float>"));
        IM_CHECK(shows(context, "Wrong on the emulator"));
        IM_CHECK(shows(context, "Ran your version of add_two_each<float> on the emulator"));  // the status bar
        keep_picture(context, app, "your_version_wrong");
        replace_source(context, app, kRight);
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
        IM_CHECK(shows(context, "Your version of add_two_each<float>"));
    });
}

TEST_F(YourVersionTest, NoVerdictStandsBesideATextThatDoesNotCompile) {
    run(tall(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
        show_version(context, app);
        replace_source(context, app, kBroken);
        const SourcePanelState& source = bench.state<SourcePanelState>();
        IM_CHECK(wait_until(context, [&] { return source.checked && has_errors(source.diagnostics); }));
        IM_CHECK(lacks(context, "Correct on all devices"));
        IM_CHECK(shows(context, "Does not compile: "));
        IM_CHECK(shows(context, "Your version: does not compile"));  // the status bar
        press_run(context, app);
        IM_CHECK(lacks(context, "Correct on all devices"));
        IM_CHECK(shows(context, "Does not compile: "));
        context->ItemClick("//###result/**/###error_line");
        context->Yield(4);
        IM_CHECK_EQ(source.tab, SourceTab::exercise);
    });
}

TEST_F(YourVersionTest, EachTextKeepsItsResult) {
    run(tall(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        press_run(context, app);
        show_version(context, app);
        replace_source(context, app, kWrong);
        press_run(context, app);
        IM_CHECK(shows(context, "Wrong on the emulator"));
        context->ItemClick("//###source/**/Kernel");
        context->Yield(4);
        IM_CHECK_STR_EQ(bench.draft.request.kernel.c_str(), "right");
        IM_CHECK(shows(context, "Correct on all devices"));
        IM_CHECK(lacks(context, "Run your version"));
        context->ItemClick("//###source/**/Your version");
        context->Yield(4);
        IM_CHECK(shows(context, "Wrong on the emulator"));
        IM_CHECK(shows(context, "Run your version"));
        // what is asked of the lesson runs the lesson's kernel, whatever was looked at
        commit_answer(bench, bench.lesson->predictions.front(), 0);
        context->Yield(3);
        wait_for_runs(context, app);
        IM_CHECK(!bench.draft.runs_exercise);
        IM_CHECK(!bench.results.latest(DeviceKind::emulated)->request.edited_source.has_value());
    });
}

TEST_F(YourVersionTest, AnEditMarksTheResultAsOlder) {
    run(tall(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        show_version(context, app);
        replace_source(context, app, kRight);
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
        IM_CHECK(lacks(context, "from before your edit"));
        replace_source(context, app, kWrong);
        IM_CHECK(wait_until(context, [&] { return bench.state<SourcePanelState>().checked; }));
        IM_CHECK(lacks(context, "Correct on all devices"));
        IM_CHECK(shows(context, "from before your edit"));
        IM_CHECK(outcome_of(bench).rows_are_older);
        keep_picture(context, app, "your_version_older");
    });
}

TEST_F(YourVersionTest, TheCheckIsToldWhereResultsStand) {
    run(tall(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        show_version(context, app);
        replace_source(context, app, kWrong);
        check(context, app);
        IM_CHECK(!bench.state<ExerciseState>().verdict->passed);
        IM_CHECK_EQ(outcome_of(bench).subject, Subject::exercise_check);
        IM_CHECK(shows(context, "Not passed yet"));
        IM_CHECK(shows(context, "Checked your version: not passed yet"));  // the status bar
        IM_CHECK(bench.messages.back().text.ends_with("not yet"));
        keep_picture(context, app, "your_version_checked");
        // a run at values that happen to be right says so, and that the check was not passed
        bench.draft.request.parameters["n"] = std::int64_t{1};
        bench.post(ask::TakeDraft{});
        press_run(context, app);
        IM_CHECK(shows(context, "Correct on all devices"));
        IM_CHECK(shows(context, "Your version, checked: not passed yet"));
        replace_source(context, app, kRight);
        context->Yield(4);
        IM_CHECK(shows(context, "Your version, checked: before your edit: not passed yet"));
        check(context, app);
        IM_CHECK(bench.state<ExerciseState>().verdict->passed);
        IM_CHECK_EQ(outcome_of(bench).verdict.tone, VerdictTone::good);
        IM_CHECK(shows(context, "Checked your version: passed"));
        IM_CHECK(bench.messages.back().text.ends_with("passed"));
        replace_source(context, app, kWrong);
        context->Yield(4);
        IM_CHECK_EQ(outcome_of(bench).verdict.tone, VerdictTone::neutral);
        IM_CHECK(shows(context, "Before your edit: passed"));
        IM_CHECK(shows(context, "from before your edit"));
    });
}

}  // namespace
}  // namespace warpwise::ui
