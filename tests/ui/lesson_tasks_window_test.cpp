// What a lesson can ask for besides a choice and one exercise: a number, several exercises, hints on a failure, a sweep of counts.
#include <filesystem>
#include <string>

#include "base/files.h"
#include "lesson/new_lesson.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/shell/open_lesson_window.h"
#include "ui/timing/count_sweep.h"
#include "ui/workbench/panel.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

class LessonTasksWindowTest : public WindowTest {
  protected:
    // A new lesson with a number to predict, two exercises and a sweep of counts.
    void SetUp() override {
        ASSERT_TRUE(make_lesson(mine));
        const std::string made = read_file(mine / "lesson.toml").value_or("");
        const std::size_t answers = made.find("answers = ["), exercise = made.find("[exercise]");
        const std::string first = "[[exercise]]\nid = \"first\"\ntitle = \"The product\"" + made.substr(exercise + 10);
        const std::string second = "[[exercise]]\nid = \"second\"\ntitle = \"Once more\"" + made.substr(exercise + 10);
        save("lesson.toml", made.substr(0, answers) +
                                "number = 1024\nunit = \"threads\"\nmeasured = \"threads\"\nwhy = \"Eight whole blocks.\"\n"
                                "near_misses = [{ number = 1000, why = \"One per element, but blocks are whole.\" }]\n\n"
                                "[[view]]\nkind = \"sweep\"\nover = \"n\"\nfrom = 32\nto = 1024\n"
                                "show = [\"threads - work\", \"active_lanes\"]\n\n" +
                                first + second);
        for (const char* kind : {"exercise", "solution"})
            for (const char* id : {"first", "second"})
                fs::copy_file(mine / (std::string(kind) + ".cu"), mine / (std::string(kind) + "_" + id + ".cu"));
        std::string prose = read_file(mine / "lesson.md").value_or("");
        save("lesson.md", prose.replace(prose.find("```exercise"), 11, "```exercise first\n```\n\n```exercise second"));
    }
    void save(const std::string& name, const std::string& text) const { ASSERT_TRUE(write_file_atomically(mine / name, text)); }
    static AppOptions tall(AppOptions options) {
        options.host.size = {1400, 2600};
        return options;
    }
    // The window with the lesson open, as its learner has it.
    void run_mine(const Steps& steps) {
        run(tall(as_learner("")), [&](ImGuiTestContext* context, App& app) {
            take_dropped(app.workbench(), mine.string());
            context->Yield(3);
            IM_CHECK(app.workbench().lesson != nullptr);
            IM_CHECK_STR_EQ(app.workbench().lesson->id.c_str(), "mine");
            steps(context, app);
        });
    }
    test::TemporaryFolder folder;
    const fs::path mine = folder.path() / "mine";
};

TEST_F(LessonTasksWindowTest, ANumberIsPredictedAndTheRunShowsIt) {
    run_mine([](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(shows(context, "About 15 minutes, introductory"));
        context->ItemInput("//###lesson/**/##number");
        context->KeyCharsReplace("many");
        context->ItemClick("//###lesson/**/Commit and run##prediction");
        context->Yield(2);
        IM_CHECK(bench.lessons.progress["mine"].numbers.empty());  // not a number
        context->ItemInput("//###lesson/**/##number");
        context->KeyCharsReplaceEnter("1,000");
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.lessons.progress["mine"].numbers["threads"], 1000.0);
        IM_CHECK(shows(context, "1,000 threads  (your answer)"));
        IM_CHECK(shows(context, "One per element, but blocks are whole."));
        IM_CHECK(shows(context, "1,024 threads  (right)"));
        IM_CHECK(shows(context, "The run showed: 1,024"));
        keep_picture(context, app, "number_prediction");
        context->ItemClick("//###lesson/**/Ask me again##prediction");
        context->Yield(2);
        IM_CHECK(bench.lessons.progress["mine"].numbers.empty());
        context->ItemInput("//###lesson/**/##number");
        context->KeyCharsReplace("2^10");
        context->ItemClick("//###lesson/**/Commit and run##prediction");
        wait_for_runs(context, app);
        IM_CHECK(shows(context, "1,024 threads  (your answer, right)"));
    });
}

TEST_F(LessonTasksWindowTest, EachExerciseHasItsOwnTextHintsAndPass) {
    run_mine([&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        ExerciseState& exercise = bench.state<ExerciseState>();
        const auto check = [&](const std::string& text) {
            set_exercise_text(exercise, text);
            context->ItemClick("//###lesson/**/Check##exercise");
            IM_CHECK(wait_until(context, [&] { return exercise.verdict && !exercise.check.valid(); }));
        };
        IM_CHECK(shows(context, "Exercise: The product"));
        IM_CHECK_STR_EQ(exercise.exercise.c_str(), "first");
        IM_CHECK(shows(context, "Hint 1 of 2"));
        check(read_file(mine / "wrong/same_element.cu").value_or(""));
        IM_CHECK_STR_EQ(exercise.verdict->failure.c_str(), "data_race");
        IM_CHECK(shows(context, "Hint 1 of 3"));
        context->ItemClick("//###lesson/**/###hint_exercise");
        context->Yield(2);
        IM_CHECK(shows(context, "Hint 1: Each thread must write to an element of its own"));
        check(read_file(mine / "solution_first.cu").value_or(""));
        IM_CHECK(exercise.verdict->passed);
        keep_picture(context, app, "first_of_two_exercises");

        context->ItemClick("//###lesson/**/Work on this one##exercise");
        context->Yield(3);
        IM_CHECK_STR_EQ(exercise.exercise.c_str(), "second");
        IM_CHECK(exercise.text == bench.lesson->exercises[1].stub);
        IM_CHECK(exercise.hints_shown.empty());
        const LessonProgress& progress = bench.lessons.progress["mine"];
        IM_CHECK(progress.has_passed(bench.lesson->exercises[0]) && !progress.has_passed(bench.lesson->exercises[1]));
        check(bench.lesson->exercises[1].stub + "// mine\n");
        IM_CHECK(!exercise.verdict->passed);
        context->ItemClick("//###lesson/**/Work on this one##exercise");
        context->Yield(3);
        IM_CHECK(exercise.text == bench.lesson->exercises[0].solution);
    });
    EXPECT_TRUE(read_file(home.data() / "exercises" / "mine.second.cu").value_or("").ends_with("// mine\n"));
    EXPECT_FALSE(fs::exists(home.data() / "exercises" / "mine.cu"));
}

TEST_F(LessonTasksWindowTest, ASweepShowsCountsFromTheEmulatorAlone) {
    run_mine([](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->Yield(12);  // the layout's first tabs come to the front
        focus_view(bench, "sweep");
        context->Yield(6);
        IM_CHECK(shows(context, "No sweep yet"));
        bench.post(ask::RunSweep{"n"});
        wait_for_runs(context, app);
        const CountSweepState& counted = bench.state<CountSweepState>();
        IM_CHECK_EQ(counted.points.size(), size_t{6});
        IM_CHECK_EQ(counted.points.front().x, 32.0);
        IM_CHECK_EQ(counted.points.front().counts[0].value_or(-1), 96.0);  // one block of 128 for 32 elements
        IM_CHECK_EQ(counted.points.back().counts[0].value_or(-1), 0.0);
        IM_CHECK(shows(context, "Counted by the emulator"));
        keep_picture(context, app, "count_sweep");
        context->ItemClick("//###sweep/**/Copy CSV");
        IM_CHECK(std::string(ImGui::GetClipboardText()).starts_with("n,\"threads - work\",\"active_lanes\"\n32,96,"));
        // another launch of the draft leaves the sweep as it is
        bench.draft.request.parameters["n"] = std::int64_t{90};
        context->Yield(4);
        wait_for_runs(context, app);
        context->Yield(4);
        IM_CHECK(bench.results.sweep.has_value());
        IM_CHECK_EQ(bench.results.sweep->values.size(), size_t{6});
    });
}

class LearnerWindowTest : public WindowTest {
  protected:
    static AppOptions tall(AppOptions options) {
        options.host.size = {1400, 3600};
        return options;
    }
};

TEST_F(LearnerWindowTest, TheTextAfterAPredictionIsFoldedUntilItIsAnswered) {
    run(tall(as_learner("indexing_1d")), [](ImGuiTestContext* context, App&) {
        IM_CHECK(wait_until(context, [&] { return is_on_screen(context, "The text continues after your answer."); }));
        IM_CHECK(!is_on_screen(context, "is the seat number without the row"));
        IM_CHECK(shows(context, "The threads without an element"));  // the next heading
        context->ItemClick("//###lesson/**/Read on without answering##fold");
        context->Yield(3);
        IM_CHECK(is_on_screen(context, "alone is the seat number"));  // before the line breaks
    });
}

TEST_F(LearnerWindowTest, AnElementIsClickedInTheArray) {
    run(tall(as_learner("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->Yield(12);
        context->ItemClick("//###lesson/**/##answer_0");
        context->ItemClick("//###lesson/**/Commit and run##prediction");
        wait_for_runs(context, app);
        context->ItemClick("//###lesson/**/Show the array##click");
        context->Yield(8);
        IM_CHECK_STR_EQ(bench.draft.request.kernel.c_str(), "sum_of_three");
        const ImRect bar = context->ItemInfo("//###array_strip/**/##array_strip").RectFull;
        IM_CHECK(bar.GetWidth() > 100);
        context->MouseMoveToPos({bar.Min.x + bar.GetWidth() * 31.5f / 100, bar.GetCenter().y});
        context->MouseClick();
        context->Yield(3);
        IM_CHECK_EQ(bench.pointing.marked_element.value_or(-1), 31);
        wait_for_runs(context, app);
        keep_picture(context, app, "click_prediction");
        context->ItemClick("//###lesson/**/Commit and run##prediction");
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.lessons.progress["indexing_1d"].numbers["sum_of_three"], 31.0);
        IM_CHECK(shows(context, "c[31]  (your answer)"));
        IM_CHECK(shows(context, "That would be the case without blockDim.x."));
        IM_CHECK(shows(context, "c[66]  (right)"));
    });
}

TEST_F(LearnerWindowTest, ACurveIsDrawnAndTheSweepDrawsTheCountedOne) {
    run(tall(as_learner("grid_stride")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->Yield(12);
        for (const char* question : {"how_many", "serial"}) {  // each folds what comes after it
            context->ItemClick((std::string("//###lesson/**/") + question + "/Read on without answering##fold").c_str());
            context->Yield(3);
        }
        context->ItemClick("//###lesson/**/Show the axes##sketch");
        context->Yield(8);
        const ImRect canvas = context->ItemInfo("//###sweep/**/##sketch_canvas").RectFull;
        IM_CHECK(canvas.GetWidth() > 100);
        context->MouseMoveToPos({canvas.Min.x + 2, canvas.Max.y - 4});
        context->MouseDown();
        context->MouseMoveToPos({canvas.Max.x - 2, canvas.Min.y + 4});
        context->MouseUp();
        context->Yield(3);
        IM_CHECK(shows(context, "Your curve rises."));
        keep_picture(context, app, "sketch_drawn");
        context->ItemClick("//###lesson/**/Commit and sweep##prediction");
        wait_for_runs(context, app);
        const LessonProgress& progress = bench.lessons.progress["grid_stride"];
        IM_CHECK_EQ(progress.sketches.at("stores").size(), size_t{7});
        IM_CHECK(shows(context, "You drew a curve that rises"));
        IM_CHECK(shows(context, "It is a curve that stays"));
        const CountSweepState& counted = bench.state<CountSweepState>();
        IM_CHECK_EQ(counted.points.size(), size_t{7});
        for (const CountSweepState::Point& point : counted.points) IM_CHECK_EQ(point.counts[0].value_or(-1), 32.0);
        keep_picture(context, app, "sketch_and_sweep");
        focus_view(bench, "course");
        context->Yield(12);
        IM_CHECK(shows(context, "a curve that rises  (your answer)"));
        context->ItemClick("//###course/**/Answer again##review");
        context->Yield(6);
        IM_CHECK(bench.lessons.progress["grid_stride"].sketches.empty());
        IM_CHECK(!progress.missed.empty());
    });
}

TEST_F(LearnerWindowTest, AScoreHasItsMedalAndTheReplacedTextIsKept) {
    run(tall(as_learner("life")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        ExerciseState& exercise = bench.state<ExerciseState>();
        context->Yield(12);
        context->ItemClick("//###lesson/**/###hint_exercise");
        set_exercise_text(exercise, bench.lesson->exercises.front().solution);
        context->ItemClick("//###lesson/**/Check##exercise");
        IM_CHECK(wait_until(context, [&] { return exercise.verdict && !exercise.check.valid(); }));
        IM_CHECK(exercise.verdict->passed);
        IM_CHECK(shows(context, "Gold: your kernel has 237 instructions per warp, best known 237"));
        IM_CHECK(shows(context, "Your best so far: 237"));
        keep_picture(context, app, "score");
        const LessonProgress& progress = bench.lessons.progress["life"];
        IM_CHECK_EQ(progress.attempts.at(""), 1);
        IM_CHECK_EQ(progress.hints.at(""), 1);
        context->ItemClick("//###lesson/**/Reset to starter##exercise");
        context->Yield(3);
        context->ItemClick("//$FOCUSED/Replace it##exercise");
        context->Yield(3);
        IM_CHECK(exercise.text == bench.lesson->exercises.front().stub);
        IM_CHECK(shows(context, "Your best so far: 237"));
    });
    const auto kept = read_file(home.data() / "exercises" / "life.cu.before_reset");
    EXPECT_TRUE(kept.has_value());
    EXPECT_EQ(kept.value_or(""), read_file(std::string(WARPWISE_SOURCE_DIR) + "/lessons/36_life/solution.cu").value_or("none"));
}

}  // namespace
}  // namespace warpwise::ui
