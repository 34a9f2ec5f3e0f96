// The course as a map, from what lessons need; and where in a lesson its learner is, from the progress that is kept.
#include "ui/door/course_map.h"

#include <gtest/gtest.h>

#include <list>
#include <string>
#include <vector>

#include "base/paths.h"
#include "ui/door/lesson_steps.h"

namespace warpwise::ui {
namespace {

struct Made {
    std::list<Lesson> lessons;
    void add(const char* id, int part, std::vector<std::string> needs, int minutes = 10) {
        Lesson& lesson = lessons.emplace_back();
        lesson.id = id;
        lesson.part = part;
        lesson.needs = std::move(needs);
        lesson.minutes = minutes;
    }
    std::vector<MapPart> map() const {
        std::vector<const Lesson*> all;
        for (const Lesson& lesson : lessons) all.push_back(&lesson);
        return course_map(all);
    }
};

TEST(CourseMap, APartThatNeedsTheOneBeforeGoesOnWithTheLine) {
    Made made;
    made.add("a", 1, {});
    made.add("b", 1, {"a"});
    made.add("c", 2, {"a"}, 25);
    made.add("d", 3, {"b"});
    made.add("e", 4, {"c", "d"});
    const auto map = made.map();
    ASSERT_EQ(map.size(), 4u);
    EXPECT_FALSE(map[0].is_branch);
    EXPECT_FALSE(map[1].is_branch);
    EXPECT_TRUE(map[2].is_branch);  // it needs nothing of part 2
    EXPECT_EQ(map[2].after, 1);
    EXPECT_FALSE(map[3].is_branch);  // it needs part 2, the one before it on the line
    EXPECT_EQ(map[0].minutes, 20);
    EXPECT_EQ(map[1].minutes, 25);
}

TEST(CourseMap, ABranchComesAfterTheLatestPartThatItNeeds) {
    Made made;
    made.add("a", 1, {});
    made.add("b", 2, {"a"});
    made.add("c", 3, {"b"});
    made.add("d", 4, {"a", "b"});
    made.add("e", 5, {});
    const auto map = made.map();
    EXPECT_TRUE(map[3].is_branch);
    EXPECT_EQ(map[3].after, 2);
    EXPECT_TRUE(map[4].is_branch);
    EXPECT_EQ(map[4].after, 0);  // at any time
}

TEST(CourseMap, WhatLessonsNeedMayBeMissingOrGoInCircles) {
    Made made;
    made.add("a", 2, {"a", "b", "nowhere"});
    made.add("b", 1, {"a"});
    const auto map = made.map();
    ASSERT_EQ(map.size(), 2u);
    EXPECT_EQ(map[0].part, 1);
    EXPECT_FALSE(map[0].is_branch);
    EXPECT_FALSE(map[1].is_branch);
    EXPECT_TRUE(course_map({}).empty());
}

TEST(CourseMap, OfTheCourse) {
    const Course course = load_course(data_dir() / "lessons");
    std::vector<const Lesson*> all;
    for (const Lesson& lesson : course.lessons) all.push_back(&lesson);
    for (const MapPart& part : course_map(all)) {
        if (part.part == 1 || part.part == 2) EXPECT_FALSE(part.is_branch) << part.part;
        if (part.part == 3 || part.part == 6) EXPECT_TRUE(part.is_branch) << part.part;
        if (part.is_branch) EXPECT_EQ(part.after, 1);
        EXPECT_GT(part.minutes, 0);
    }
}

TEST(CourseMap, Durations) {
    EXPECT_EQ(duration_text(0), "");
    EXPECT_EQ(duration_text(25), "25 min");
    EXPECT_EQ(duration_text(60), "1 h");
    EXPECT_EQ(duration_text(100), "1 h 40 min");
    EXPECT_EQ(rough_duration_text(25), "about 25 minutes");
    EXPECT_EQ(rough_duration_text(80), "about 1 hour");
    EXPECT_EQ(rough_duration_text(435), "about 7 hours");
}

Lesson lesson_with(int predictions, int exercises) {
    Lesson lesson;
    lesson.id = "x";
    lesson.minutes = 20;
    for (int i = 0; i < predictions; ++i) {
        Prediction& prediction = lesson.predictions.emplace_back();
        prediction.id = std::to_string(i);
        prediction.answers = {{"yes", "", true}, {"no", "", false}};
    }
    for (int i = 0; i < exercises; ++i) lesson.exercises.emplace_back().id = exercises == 1 ? "" : std::to_string(i);
    return lesson;
}

std::string current_of(const Lesson& lesson, const LessonProgress& progress) {
    for (const LessonStep& step : lesson_steps(lesson, progress))
        if (step.state == StepState::current) return step.name;
    return "";
}

TEST(LessonSteps, FollowTheProgress) {
    const Lesson lesson = lesson_with(2, 1);
    LessonProgress progress;
    EXPECT_EQ(current_of(lesson, progress), "Predict");
    EXPECT_EQ(minutes_left(lesson, progress), 20);
    progress.predictions["0"] = 1;
    EXPECT_EQ(current_of(lesson, progress), "Run");
    progress.ran = true;
    EXPECT_EQ(current_of(lesson, progress), "Experiment");
    EXPECT_EQ(minutes_left(lesson, progress), 12);
    progress.predictions["1"] = 0;
    EXPECT_EQ(current_of(lesson, progress), "Experiment");  // until the exercise is begun
    progress.attempts[""] = 1;
    EXPECT_EQ(current_of(lesson, progress), "Exercise");
    progress.exercise_passed = true;
    EXPECT_EQ(current_of(lesson, progress), "Remember");
    progress.finished = true;
    EXPECT_EQ(current_of(lesson, progress), "");
    EXPECT_EQ(minutes_left(lesson, progress), 0);
}

TEST(LessonSteps, ALessonHasOnlyTheStepsThatItHas) {
    const auto steps = lesson_steps(lesson_with(0, 0), {});
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_STREQ(steps[0].name, "Run");
    EXPECT_EQ(steps[0].state, StepState::current);
    EXPECT_STREQ(steps[2].name, "Remember");
    EXPECT_EQ(steps[2].state, StepState::ahead);
}

// What was done out of order stays done, and the first gap is the current step.
TEST(LessonSteps, TheFirstGapIsTheCurrentStep) {
    const Lesson lesson = lesson_with(1, 1);
    LessonProgress progress;
    progress.ran = progress.exercise_passed = true;
    const auto steps = lesson_steps(lesson, progress);
    EXPECT_EQ(steps[0].state, StepState::current);
    EXPECT_EQ(steps[1].state, StepState::done);
    EXPECT_EQ(steps[2].state, StepState::ahead);
    EXPECT_EQ(steps[3].state, StepState::done);
}

}  // namespace
}  // namespace warpwise::ui
