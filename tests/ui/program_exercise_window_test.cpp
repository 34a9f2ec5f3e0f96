// An exercise whose text is a whole program: in the editor, checked, with what was found at its lines.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/files.h"
#include "lesson/trusted_packs.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/shell/open_lesson_window.h"
#include "ui/source/source_panel.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

class ProgramExerciseWindowTest : public WindowTest {
  protected:
    static AppOptions tall(AppOptions options) {
        options.host.size = {1440, 3000};
        return options;
    }
    static void work_on(ImGuiTestContext* context, const char* title) {
        context->Yield(6);
        IM_CHECK(shows(context, title));
        context->ItemClick("//###lesson/**/Work on this one##exercise");
        context->Yield(4);
    }
    static void wait_for_check(ImGuiTestContext* context, const ExerciseState& state) {
        context->Yield(2);
        IM_CHECK(wait_until(context, [&] { return state.verdict && !state.check.valid(); }));
        context->Yield(4);
    }
};

TEST_F(ProgramExerciseWindowTest, IsCheckedAndItsLinesAreMarked) {
    run(tall(with_lesson("guards_and_limits", gl::HostKind::egl)), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        ExerciseState& exercise = bench.state<ExerciseState>();
        SourcePanelState& source = bench.state<SourcePanelState>();
        work_on(context, "Exercise: a program that checks its launch");
        IM_CHECK(bench.draft.exercise && bench.draft.exercise->is_program);
        context->ItemClick("//###lesson/**/Edit##exercise");
        context->Yield(4);
        IM_CHECK(source.tab == SourceTab::program);
        IM_CHECK(source.editor.text().find("int main") != std::string::npos);
        IM_CHECK(!bench.draft.runs_exercise);  // Run takes the lesson's kernel
        context->ItemClick("//###source/**/###check_exercise");
        wait_for_check(context, exercise);
        IM_CHECK_STR_EQ(exercise.verdict->failure.c_str(), "unchecked_error");
        IM_CHECK(!source.diagnostics.empty());
        IM_CHECK(shows(context, "Output with blocks of 2,048 threads"));
        keep_picture(context, app, "program_exercise_failed");
        const int line = exercise.verdict->findings.front().line;
        source.tab = SourceTab::kernel;
        context->Yield(2);
        context->ItemClick("//###lesson/**/###line");
        context->Yield(4);
        IM_CHECK(source.tab == SourceTab::program && line > 0);

        set_exercise_text(exercise, bench.lesson->find_exercise("checked_launch")->solution);
        context->ItemClick("//###lesson/**/Check##exercise");
        context->Yield(2);
        IM_CHECK(wait_until(context, [&] { return !exercise.check.valid() && exercise.verdict && exercise.verdict->passed; }));
        context->Yield(4);
        IM_CHECK(source.diagnostics.empty());
        IM_CHECK(bench.lessons.progress["guards_and_limits"].has_passed(*bench.lesson->find_exercise("checked_launch")));
        keep_picture(context, app, "program_exercise_passed");

        context->ItemClick("//###lesson/**/Work on this one##exercise");  // the kernel again: Run can take it
        context->Yield(4);
        IM_CHECK(bench.draft.exercise && !bench.draft.exercise->is_program);
        IM_CHECK(bench.draft.runs_exercise);
    });
}

TEST_F(ProgramExerciseWindowTest, OfAnotherPackAsksOnce) {
    const test::TemporaryFolder folder;
    const fs::path mine = folder.path() / "04_mine";
    fs::copy(fs::path(WARPWISE_SOURCE_DIR) / "lessons/04_guards_and_limits", mine, fs::copy_options::recursive);
    std::string manifest = read_file(mine / "lesson.toml").value_or("");
    manifest.replace(manifest.find("guards_and_limits"), 17, "mine");
    ASSERT_TRUE(write_file_atomically(mine / "lesson.toml", manifest));
    run(tall(as_learner("")), [&](ImGuiTestContext* context, App& app) {
        ExerciseState& exercise = app.workbench().state<ExerciseState>();
        take_dropped(app.workbench(), mine.string());
        work_on(context, "Exercise: a program that checks its launch");
        IM_CHECK(shows(context, "It runs with your rights"));
        start_exercise_check(app.workbench(), exercise);
        IM_CHECK(!exercise.check.valid());
        keep_picture(context, app, "program_exercise_trust");
        context->ItemClick("//###lesson/**/###trust_pack");
        context->Yield(3);
        context->ItemClick("//###lesson/**/Check##exercise");
        wait_for_check(context, exercise);
        IM_CHECK_STR_EQ(exercise.verdict->failure.c_str(), "unchecked_error");
    });
    EXPECT_NE(read_file(home.data() / "trusted-packs.txt").value_or("").find("04_mine"), std::string::npos);
}

}  // namespace
}  // namespace warpwise::ui
