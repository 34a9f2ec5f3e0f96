// The names that expressions may use are those that a run has.
#include "lesson/run_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "experiment/run/device_set.h"
#include "experiment/run/record_values.h"
#include "experiment/run/runner.h"

using namespace warpwise;

TEST(RunNames, AreWhatARunHas) {
    const auto lesson = load_lesson(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons/02_indexing_1d");
    ASSERT_TRUE(lesson) << text_of(lesson.error());
    ExperimentRequest request;
    request.lesson = lesson->id;
    request.kernel = "right";
    request.parameters = lesson->defaults();
    request.repeats = 1;
    request.trace = Trace::full;
    DeviceSet devices;
    const auto record = run_experiment(*lesson, request, devices, {});
    ASSERT_TRUE(record) << record.error().text();
    std::vector<std::string> counted;
    for (const auto& [name, value] : values_of(*lesson, *record)) counted.push_back(name);
    EXPECT_THAT(run_value_names(*lesson), testing::UnorderedElementsAreArray(counted));
}

TEST(RunNames, WhatIsMisspeltIsToldAndWhatOneRunCannotGiveIsNot) {
    Lesson lesson;
    lesson.parameters = {{.id = "n", .default_value = std::int64_t{64}}, {.id = "dtype", .default_value = std::string("f32")}};
    EXPECT_FALSE(problem_of_expression(lesson, "writers / n"));
    EXPECT_FALSE(problem_of_expression(lesson, "writers / (threads - work)")) << "another run may have a result";
    const auto misspelt = problem_of_expression(lesson, "writerz / n");
    ASSERT_TRUE(misspelt);
    EXPECT_EQ(misspelt->message, "there is no \"writerz\"");
    EXPECT_EQ(misspelt->hint, "Did you mean \"writers\"?");
    EXPECT_TRUE(problem_of_expression(lesson, "writers / m"));
    EXPECT_TRUE(problem_of_expression(lesson, "writers / dtype")) << "a text is not a number";
    EXPECT_TRUE(problem_of_expression(lesson, "writers / ("));
}
