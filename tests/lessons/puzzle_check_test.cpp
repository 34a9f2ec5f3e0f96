// What `course verify` finds in things to break, warps to be, ladders and recorded bars; and what learners are told.
#include "experiment/check/puzzle_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>

#include "experiment/check/be_the_warp.h"
#include "experiment/check/break_it.h"
#include "experiment/check/course_verify.h"
#include "experiment/check/ladder.h"
#include "experiment/record/claims.h"

using namespace warpwise;
using testing::HasSubstr;

namespace {

Lesson shipped_lesson(const std::string& id) {
    const Course course = load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons");
    const Lesson* found = course.find(id);
    if (found == nullptr) throw std::runtime_error(text_of(course.problems));
    return *found;
}

class PuzzleCheck : public testing::Test {
  protected:
    DeviceSet devices_;
    RunHooks hooks_;
};
using BreakItCheck = PuzzleCheck;
using BeTheWarpCheck = PuzzleCheck;
using LadderCheck = PuzzleCheck;

}  // namespace

TEST_F(BreakItCheck, TheShippedOnesHold) {
    const Lesson lesson = shipped_lesson("grid_stride");
    const CheckedPart checked = check_break(lesson, lesson.breaks.at(0), devices_, hooks_);
    EXPECT_TRUE(checked.passed) << checked.detail;
    EXPECT_THAT(checked.detail, HasSubstr("fails with n = 3, grid_blocks = 1, block = 2"));
}

TEST_F(BreakItCheck, AWrongClaimIsRed) {
    const Lesson lesson = shipped_lesson("grid_stride");
    BreakIt puzzle = lesson.breaks.at(0);
    puzzle.smallest = {{"n", std::int64_t{129}}};
    puzzle.size.best = 129;
    EXPECT_THAT(check_break(lesson, puzzle, devices_, hooks_).detail, HasSubstr("breaks it too, and is smaller"));
    puzzle.smallest = {{"n", std::int64_t{128}}};
    EXPECT_THAT(check_break(lesson, puzzle, devices_, hooks_).detail, HasSubstr("does not break it"));
    puzzle.values["n"] = std::int64_t{1000};
    EXPECT_THAT(check_break(lesson, puzzle, devices_, hooks_).detail, HasSubstr("it does not pass with the values that are shown"));
}

TEST_F(BreakItCheck, ALearnerIsToldWhatTheRunShowed) {
    const Lesson lesson = shipped_lesson("grid_stride");
    const BreakIt& puzzle = lesson.breaks.at(0);
    const auto passes = try_to_break(lesson, puzzle, {{"n", std::int64_t{256}}}, std::nullopt, devices_, hooks_);
    ASSERT_TRUE(passes);
    EXPECT_FALSE(passes->broken);
    EXPECT_EQ(passes->told, "All 256 elements are right.");
    const auto broken = try_to_break(lesson, puzzle, {{"n", std::int64_t{129}}}, std::nullopt, devices_, hooks_);
    ASSERT_TRUE(broken);
    EXPECT_TRUE(broken->broken);
    EXPECT_EQ(broken->medal, Medal::bronze);
    EXPECT_EQ(broken->settings, "n = 129, grid_blocks = 2, block = 64");
    EXPECT_EQ(broken->told, "1 of 129 elements is wrong: c[128] is 0 and should be 129.");
    const auto refused = try_to_break(lesson, puzzle, {{"block", std::int64_t{2048}}}, std::nullopt, devices_, hooks_);
    ASSERT_TRUE(refused);
    EXPECT_FALSE(refused->broken) << "a launch that breaks a limit says nothing about the kernel";
    EXPECT_NE(refused->refused, "");
}

TEST_F(BeTheWarpCheck, TheDebuggerGivesTheAnswers) {
    const Lesson lesson = shipped_lesson("guards_and_limits");
    const auto seen = walk(lesson, lesson.warp_stops.at(0), devices_);
    ASSERT_TRUE(seen) << seen.error().text();
    ASSERT_EQ(seen->stops.size(), 2u);
    EXPECT_EQ(seen->stops[0].choosable, 0xffffffffu);
    EXPECT_EQ(seen->stops[0].right, 0xffffffffu);
    EXPECT_EQ(seen->stops[1].right, 0xffu) << "1,000 - 992 lanes have an element";
    EXPECT_THAT(seen->source, HasSubstr("if (i >= n) return;"));
}

TEST_F(BeTheWarpCheck, AtABarrierTheWarpsThatHaveNotComeMayGoOn) {
    const Lesson lesson = shipped_lesson("sum_order");
    const auto seen = walk(lesson, lesson.warp_stops.at(0), devices_);
    ASSERT_TRUE(seen) << seen.error().text();
    const SeenStop& barrier = seen->stops.at(0);
    EXPECT_EQ(std::popcount(barrier.choosable), 32);
    for (std::size_t i = 0; i < barrier.warps.size(); ++i)
        if (barrier.warps[i].activity == WarpActivity::at_barrier && i != 5) EXPECT_EQ(barrier.right >> i & 1, 0u) << i;
    EXPECT_EQ(seen->stops.at(1).right, 0xffffu);
    EXPECT_EQ(seen->stops.at(2).right, 0x3u);
}

TEST_F(BeTheWarpCheck, AStopThatCannotBeReachedIsRed) {
    const Lesson lesson = shipped_lesson("guards_and_limits");
    BeTheWarp puzzle = lesson.warp_stops.at(0);
    puzzle.stops[1].visit = 2;
    EXPECT_THAT(check_warp_stops(lesson, puzzle, devices_, hooks_).detail,
                HasSubstr("warp 7 reaches the line marked \"guard\" 1 times, not 2"));
    puzzle.stops[1].line = "nowhere";
    EXPECT_THAT(check_warp_stops(lesson, puzzle, devices_, hooks_).detail, HasSubstr("no line marked \"nowhere\""));
    puzzle.values["n"] = std::int64_t{0};
    EXPECT_FALSE(check_warp_stops(lesson, puzzle, devices_, hooks_).passed);
}

TEST_F(LadderCheck, EachRungIsProved) {
    const Lesson lesson = shipped_lesson("grid_stride");
    for (const Rung& rung : lesson.ladders.at(0).rungs) {
        const CheckedPart checked = check_rung(lesson, rung, devices_, hooks_);
        EXPECT_TRUE(checked.passed) << rung.id << ": " << checked.detail;
    }
}

TEST_F(LadderCheck, AStalePar) {
    const Lesson lesson = shipped_lesson("grid_stride");
    Rung rung = lesson.ladders.at(0).rungs.at(0);
    rung.par.best = 3;
    EXPECT_THAT(check_rung(lesson, rung, devices_, hooks_).detail, HasSubstr("par says best = 3, and its own line has 4"));
    rung.par.best = 4;
    rung.start = line_of(rung);
    EXPECT_THAT(check_rung(lesson, rung, devices_, hooks_).detail, HasSubstr("reaches par"));
    rung.start = "int first = ;";
    EXPECT_THAT(check_rung(lesson, rung, devices_, hooks_).detail, HasSubstr("does not compile"));
    rung.text = "no line is marked";
    EXPECT_THAT(check_rung(lesson, rung, devices_, hooks_).detail, HasSubstr("not exactly one line marked"));
}

TEST_F(LadderCheck, ALineIsRunAndItsWritesAreDrawn) {
    const Lesson lesson = shipped_lesson("grid_stride");
    const Rung& rung = lesson.ladders.at(0).rungs.at(2);
    const auto started = run_rung(lesson, rung, rung.start, devices_, hooks_);
    ASSERT_TRUE(started);
    EXPECT_TRUE(started->right);
    EXPECT_EQ(*started->count, 32);
    EXPECT_EQ(started->medal, Medal::none);
    ASSERT_EQ(started->drawn.writer.size(), 256u);
    EXPECT_EQ(started->drawn.writer[8], 2u) << "element 8 belongs to the second thread";
    const auto half = run_rung(lesson, rung, "int i = k * threads + me + 1;", devices_, hooks_);
    ASSERT_TRUE(half);
    EXPECT_FALSE(half->right);
    EXPECT_TRUE(half->drawn.wrong[0]);
    EXPECT_FALSE(half->drawn.wrong[1]);
    const auto broken = run_rung(lesson, rung, "int i = ;", devices_, hooks_);
    ASSERT_TRUE(broken);
    EXPECT_FALSE(broken->right);
    ASSERT_FALSE(broken->diagnostics.empty());
    EXPECT_EQ(broken->diagnostics[0].line, line_number_of(rung));
}

TEST_F(PuzzleCheck, ABarIsHeldAgainstTheRecording) {
    Lesson lesson = shipped_lesson("crossover");
    const Recordings recordings = load_recordings({shipped_recordings_dir()});
    const auto asked = std::ranges::find(lesson.predictions, "thousand_times", &Prediction::id);
    ASSERT_NE(asked, lesson.predictions.end());
    const RunKernel never = [](const std::string&, const ParameterValues&, Trace) -> Result<RunRecord> { return failure("ran"); };
    EXPECT_TRUE(check_prediction(lesson, *asked, recordings, never).passed);
    Prediction changed = *asked;
    changed.lowest = 1;
    EXPECT_THAT(check_prediction(lesson, changed, recordings, never).detail, HasSubstr("the axis goes from 1 to 1,000"));
    changed = *asked;
    changed.near_misses[0].value = *recorded_value(lesson, asked->recorded, recordings);
    EXPECT_THAT(check_prediction(lesson, changed, recordings, never).detail, HasSubstr("counts as right"));
    changed = *asked;
    changed.again[0].highest = 0.004;
    EXPECT_THAT(check_prediction(lesson, changed, recordings, never).detail, HasSubstr("asked again with other numbers (1)"));
    EXPECT_TRUE(check_prediction(lesson, *asked, {}, never).uncertain);
    read_recorded(lesson, recordings);
    EXPECT_GT(asked->number, 0.001);
}

TEST_F(PuzzleCheck, LessonsAboutSpeedAskForACost) {
    for (const Lesson& lesson : load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons").lessons)
        if (lesson.part == 2) EXPECT_TRUE(std::ranges::any_of(lesson.predictions, asks_about_cost)) << lesson.id;
    Lesson lesson = shipped_lesson("crossover");
    std::erase_if(lesson.predictions, asks_about_cost);
    lesson.verify_shapes.resize(1);
    bool red = false;
    for (const VerifyLine& line : verify_lesson(lesson, devices_))
        red = red || (!line.passed && line.detail.contains("no prediction asks for a cost"));
    EXPECT_TRUE(red);
}

TEST_F(BeTheWarpCheck, AStepOfTheProseIsComeTo) {
    const Lesson lesson = shipped_lesson("guards_and_limits");
    const BeTheWarp& puzzle = lesson.warp_stops.at(0);
    ShownStep step{.id = "guard",
                   .title = "t",
                   .look = "l",
                   .kernel = puzzle.kernel,
                   .values = puzzle.values,
                   .block = puzzle.block,
                   .line = puzzle.stops[1].line,
                   .warp = 7,
                   .visit = 1,
                   .view = "lanes"};
    const auto line = reach(lesson, step, devices_);
    ASSERT_TRUE(line) << line.error().text();
    const auto seen = walk(lesson, puzzle, devices_);
    ASSERT_TRUE(seen);
    EXPECT_EQ(*line, seen->stops[1].line);
    EXPECT_TRUE(check_step(lesson, step, devices_, hooks_).passed);
    step.visit = 2;
    EXPECT_THAT(check_step(lesson, step, devices_, hooks_).detail, HasSubstr("1 times, not 2"));
    step.line = "nowhere";
    EXPECT_FALSE(check_step(lesson, step, devices_, hooks_).passed);
}
