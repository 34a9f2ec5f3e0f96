// A lesson from its first page to the next one: predictions, the exercise, what is kept.
#include <algorithm>
#include <string>

#include "base/files.h"
#include "base/number_text.h"
#include "lesson/answers.h"
#include "lesson/progress.h"
#include "ui/lesson/counted_runs.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/poll_answers.h"
#include "ui/source/source_panel.h"
#include "ui/workbench/workbench.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

// So tall that the whole lesson is on the screen.
AppOptions tall(AppOptions options) {
    options.host.size = {1400, 3600};
    return options;
}

class LessonWindowTest : public WindowTest {};

TEST_F(LessonWindowTest, APredictionIsLockedAndTheRunShowsWhatIsRight) {
    run(tall(as_learner("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->ItemClick("//###lesson/**/##answer_0");
        context->ItemClick("//###lesson/**/Commit and run##prediction");
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.draft.request.kernel, "thread_only");
        IM_CHECK_EQ(bench.lessons.progress["indexing_1d"].predictions["thread_only"], 0);
        IM_CHECK(shows(context, "All 100  (your answer)"));
        IM_CHECK(shows(context, "32 of them  (right)"));
        IM_CHECK(shows(context, "The run showed: 32"));
        IM_CHECK_STR_EQ(bench.lessons.progress["indexing_1d"].missed["thread_only"].c_str(), "All 100");
        context->ItemInput("//###lesson/**/##number");
        context->KeyCharsReplace("66");
        context->ItemClick("//###lesson/**/Commit and run##prediction");
        wait_for_runs(context, app);
        IM_CHECK(shows(context, "c[66]  (your answer, right)"));
        IM_CHECK(shows(context, "The run showed: 66"));
        IM_CHECK(!context->ItemExists("//###lesson/**/##answer_0"));
        context->ItemClick("//###lesson/**/Ask me again##prediction");
        context->Yield(2);
        IM_CHECK(bench.lessons.progress["indexing_1d"].predictions.empty());
        IM_CHECK(context->ItemExists("//###lesson/**/##answer_0"));
    });
    const LoadedProgress kept = load_progress(home.data() / "progress.json");
    EXPECT_EQ(kept.progress.at("indexing_1d").numbers.at("sum_of_three"), 66);
    EXPECT_EQ(kept.progress.at("indexing_1d").missed.at("thread_only"), "All 100");
}

// Two presets of one kernel, and one of another kernel: each row of the table keeps what its own preset counted.
TEST_F(LessonWindowTest, ARowThatIsNamedAfterAPresetShowsTheCountsOfThatPreset) {
    run(tall(as_learner("svd")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        const auto instructions = [&](const std::string& of) {
            context->Yield(2);
            const auto values = counted_values(bench, of);
            return values.contains("warp_instructions") ? values.at("warp_instructions") : 0;
        };
        const auto run_preset = [&](const std::string& name) {
            bench.post(ask::ApplyPreset{name});
            context->Yield(2);
            bench.post(ask::Run{});
            context->Yield(2);
            wait_for_runs(context, app);
        };
        run_preset("One matrix, one block");
        const double large = instructions("[One matrix, one block]");
        IM_CHECK_GT(large, 0);
        IM_CHECK_EQ(instructions("[One matrix of 2 x 2, one block]"), 0);
        run_preset("One matrix of 2 x 2, one block");
        const double small = instructions("[One matrix of 2 x 2, one block]");
        IM_CHECK_GT(small, 0);
        IM_CHECK_LT(small, large);
        run_preset("1,024 matrices of 2 x 2");
        IM_CHECK_EQ(instructions("[One matrix of 2 x 2, one block]"), small);
        IM_CHECK_EQ(instructions("[One matrix, one block]"), large);
        IM_CHECK_EQ(instructions("one_block"), small);
        const std::string shown = with_separators(static_cast<std::int64_t>(small));
        IM_CHECK(std::ranges::any_of(lesson_parts(bench).parts,
                                     [&](const ProsePart& part) { return part.text.find(shown) != std::string::npos; }));
        bench.post(ask::OpenLesson{"gather_scatter"});
        context->Yield(4);
        IM_CHECK(bench.state<CountedRuns>().runs.empty());
    });
}

TEST_F(LessonWindowTest, AnswersForAClassPollAreSavedWithoutAName) {
    run(as_learner("indexing_1d"), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->Yield(4);
        IM_CHECK(!has_committed_answers(bench));
        const Prediction& asked = bench.lesson->predictions.front();
        commit_answer(bench, asked, 0);
        wait_for_runs(context, app);
        IM_CHECK(has_committed_answers(bench));
        save_answers(bench);
        const auto saved = parse_answers(read_file(home.data() / "answers" / "indexing_1d.json").value_or(""));
        IM_CHECK(saved.has_value());
        IM_CHECK_EQ(saved->given.size(), size_t{1});
        IM_CHECK_STR_EQ(std::get<std::string>(saved->given.at(asked.id)).c_str(), asked.answers.front().text.c_str());
    });
}

TEST_F(LessonWindowTest, ATextThatCannotBeSavedIsSavedLater) {
    home.write("data/warpwise/exercises", "a file where the folder belongs");
    run(tall(as_learner("indexing_1d")), [&](ImGuiTestContext* context, App& app) {
        ExerciseState& exercise = app.workbench().state<ExerciseState>();
        const std::string stub = exercise.text;
        set_exercise_text(exercise, "// mine\n" + stub);
        IM_CHECK(wait_until(context, [&] { return !exercise.save_problem.empty(); }));
        app.workbench().post(ask::OpenLesson{"crossover"});
        IM_CHECK(wait_until(context, [&] { return exercise.lesson == "crossover"; }));
        app.workbench().post(ask::OpenLesson{"indexing_1d"});
        IM_CHECK(wait_until(context, [&] { return exercise.lesson == "indexing_1d"; }));
        IM_CHECK_EQ(exercise.text, "// mine\n" + stub);
        std::filesystem::remove(home.data() / "exercises");
    });
    EXPECT_TRUE(read_file(home.data() / "exercises" / "indexing_1d.cu").value_or("").starts_with("// mine\n"));
    EXPECT_FALSE(std::filesystem::exists(home.data() / "exercises" / "crossover.cu"));
}

TEST_F(LessonWindowTest, TheExerciseIsSolvedInTheEditorAndKept) {
    const auto solution = read_file(std::string(WARPWISE_SOURCE_DIR) + "/lessons/02_indexing_1d/solution.cu");
    ASSERT_TRUE(solution.has_value());
    run(tall(as_learner("indexing_1d")), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        ExerciseState& exercise = bench.state<ExerciseState>();
        const auto check = [&] {
            context->ItemClick("//###lesson/**/Check##exercise");
            IM_CHECK(wait_until(context, [&] { return exercise.verdict && !exercise.check.valid(); }));
        };
        check();
        IM_CHECK(!exercise.verdict->passed);
        IM_CHECK(shows(context, "Not yet"));
        context->ItemClick("//###lesson/**/Edit##exercise");
        context->Yield(8);
        IM_CHECK(bench.panel_rects.contains("source"));
        IM_CHECK_EQ(bench.state<SourcePanelState>().tab, SourceTab::exercise);
        replace_source(context, app, *solution);
        IM_CHECK_EQ(exercise.text, *solution);
        check();
        IM_CHECK(exercise.verdict->passed);
        IM_CHECK(shows(context, "Passed"));
        IM_CHECK(bench.lessons.progress["indexing_1d"].exercise_passed);
        // the learner's text is the solution: it costs what the solution costs
        IM_CHECK(!exercise.verdict->cost.mine.empty());
        IM_CHECK_EQ(exercise.verdict->cost.mine.at("global_store_sectors"), exercise.verdict->cost.best.at("global_store_sectors"));
        IM_CHECK(shows(context, "best known"));
        IM_CHECK(shows(context, "Next lesson"));
        keep_picture(context, app, "exercise_passed");
    });
    EXPECT_TRUE(load_progress(home.data() / "progress.json").progress.at("indexing_1d").exercise_passed);
    EXPECT_EQ(read_file(home.data() / "exercises" / "indexing_1d.cu").value_or(""), *solution);
    // the next window begins where this one ended
    run(as_learner("indexing_1d"), [&](ImGuiTestContext* context, App& app) {
        IM_CHECK_EQ(app.workbench().state<ExerciseState>().text, *solution);
        IM_CHECK(app.workbench().lessons.progress["indexing_1d"].exercise_passed);
        static_cast<void>(context);
    });
}

TEST_F(LessonWindowTest, AHintDoesNotMoveTheButtonsAndTheSolutionComesAfterTwoTries) {
    run(tall(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        ExerciseState& exercise = app.workbench().state<ExerciseState>();
        const auto place = [&](const char* name) {
            const ImVec2 at = context->ItemInfo(name).RectFull.Min;
            return std::pair{at.x, at.y};
        };
        const auto hint = place("//###lesson/**/###hint_exercise"), edit = place("//###lesson/**/Edit##exercise");
        // the other hints wait for a check that fails in their way
        const auto all =
            static_cast<std::size_t>(std::ranges::count(app.workbench().lesson->exercises.front().hints, std::string(), &Hint::on));
        for (std::size_t shown = 1; shown <= all; ++shown) {
            context->ItemClick("//###lesson/**/###hint_exercise");
            context->Yield(2);
            IM_CHECK_EQ(exercise.hints_shown.size(), shown);
            IM_CHECK(place("//###lesson/**/###hint_exercise") == hint);
            IM_CHECK(place("//###lesson/**/Edit##exercise") == edit);
        }
        for (const bool may : {false, true}) {  // the stub fails
            context->ItemClick("//###lesson/**/Check##exercise");
            IM_CHECK(wait_until(context, [&] { return exercise.verdict && !exercise.check.valid(); }));
            context->Yield(2);
            IM_CHECK_EQ(text_on_screen(context).find("Differences") != std::string::npos, may);
            exercise.verdict.reset();
        }
        context->ItemClick("//###lesson/**/Differences");
        context->Yield(2);
        IM_CHECK_EQ(exercise.solution_shown, 2);
        keep_picture(context, app, "exercise_failed_twice");
    });
}

// A learner's way through a lesson, by mouse and keyboard: a wrong guess, a slip of the pen, almost right, right.
struct Walk {
    const char *lesson, *folder, *line, *slip, *said;
};

class LessonWalkTest : public WindowTest, public ::testing::WithParamInterface<Walk> {};

TEST_P(LessonWalkTest, FromAWrongGuessToTheSolvedExercise) {
    const Walk& walk = GetParam();
    const auto solution = read_file(std::string(WARPWISE_SOURCE_DIR) + "/lessons/" + walk.folder + "/solution.cu");
    ASSERT_TRUE(solution.has_value());
    ASSERT_NE(solution->find(walk.line), std::string::npos);
    run(tall(with_lesson(walk.lesson)), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        ExerciseState& exercise = bench.state<ExerciseState>();
        const bool is_number = bench.lesson->predictions.front().asks_number();
        if (is_number) {
            context->ItemInput("//###lesson/**/##number");
            context->KeyCharsReplace("7");
        } else {
            context->ItemClick("//###lesson/**/##answer_0");
        }
        context->ItemClick("//###lesson/**/Commit and run##prediction");
        wait_for_runs(context, app);
        IM_CHECK(bench.results.latest(DeviceKind::emulated) != nullptr);
        if (!is_number) {
            IM_CHECK(shows(context, "(your answer)"));
            IM_CHECK(shows(context, "The run showed: "));
        }
        context->ItemClick("//###lesson/**/Edit##exercise");
        context->Yield(8);
        const auto hand_in = [&](const std::string& text) {
            replace_source(context, app, text);
            context->ItemClick("//###lesson/**/Check##exercise");
            IM_CHECK(wait_until(context, [&] { return exercise.verdict && !exercise.check.valid(); }));
        };
        const std::size_t at = solution->find(walk.line);
        std::string unfinished = *solution;
        hand_in(unfinished.erase(at + std::string_view(walk.line).size() - 1, 1));  // the semicolon
        IM_CHECK(shows(context, "A statement ends with a semicolon"));
        std::string slipped = *solution;
        hand_in(slipped.replace(at, std::string_view(walk.line).size(), walk.slip));
        IM_CHECK(!exercise.verdict->passed);
        IM_CHECK(shows(context, walk.said));
        hand_in(*solution);
        IM_CHECK(exercise.verdict->passed);
        IM_CHECK(shows(context, "Passed"));
    });
}

INSTANTIATE_TEST_SUITE_P(Lessons, LessonWalkTest,
                         ::testing::Values(Walk{"heat", "35_heat", "above = here;", "above = moved;", "elements are wrong"},
                                           Walk{"life", "36_life", "three_twos & ~all.ones & ~here.here;",
                                                "three_twos & ~all.ones;", "elements are wrong"}),
                         [](const auto& info) { return std::string(info.param.lesson); });

TEST_F(LessonWindowTest, ControlShiftEnterInTheExerciseChecksIt) {
    run(tall(with_lesson("indexing_1d")), [](ImGuiTestContext* context, App& app) {
        context->ItemClick("//###lesson/**/Edit##exercise");
        context->Yield(8);
        replace_source(context, app,
                       "template <typename T>\n__global__ void add_two_each(const T* a, const T* b, T* c, int n) {}\n");
        context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Enter);
        const ExerciseState& exercise = app.workbench().state<ExerciseState>();
        IM_CHECK(wait_until(context, [&] { return exercise.verdict.has_value(); }));
        IM_CHECK(!exercise.verdict->passed);
        IM_CHECK_EQ(exercise.checked_text, exercise.text);
    });
}

TEST_F(LessonWindowTest, FromTheWelcomePageThroughTheCourse) {
    run(tall(with_lesson("")), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        std::vector<const Lesson*> lessons;
        for (const Lesson& lesson : bench.lessons.course.lessons) lessons.push_back(&lesson);
        IM_CHECK_GE(lessons.size(), size_t{3});
        context->ItemClick("//###welcome/**/###continue_lesson");
        context->Yield(12);
        IM_CHECK(bench.lesson == lessons[0]);
        context->ItemClick("//###lesson/**/Next lesson##lesson");
        context->Yield(6);
        IM_CHECK(bench.lesson == lessons[1]);
        context->KeyPress(ImGuiMod_Alt | ImGuiKey_RightArrow);
        context->Yield(6);
        IM_CHECK(bench.lesson == lessons[2]);
        context->KeyPress(ImGuiMod_Alt | ImGuiKey_LeftArrow);
        context->Yield(6);
        IM_CHECK(bench.lesson == lessons[1]);
        context->ItemClick("//###lesson/**/Back##lesson");
        context->Yield(6);
        IM_CHECK(bench.lesson == lessons[0]);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK(bench.results.latest(DeviceKind::emulated) != nullptr);
    });
}

}  // namespace
}  // namespace warpwise::ui
