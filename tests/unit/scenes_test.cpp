// [[scene]]: what a manifest may say, and what is set while a scene is shown.
#include "lesson/scenes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lesson/manifest.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

// The good manifest with more at its end.
Manifest with_scenes(const std::string& scenes) { return read_manifest(test::good_manifest + scenes, "lesson.toml"); }

std::string problems_of(const std::string& scenes) { return text_of(with_scenes(scenes).diagnostics); }

std::int64_t n_of(const SceneLaunch& launch) { return std::get<std::int64_t>(launch.values.at("n")); }

TEST(Scenes, AreReadInTheirOrder) {
    const Manifest manifest = with_scenes(
        "\n[[scene]]\nsay = \"One.\"\nset = { n = 33 }\nrun = true\nexpect = \"right\"\nfocus = 7\n[[scene]]\nsay = \"Two.\"\n");
    ASSERT_TRUE(manifest.diagnostics.empty()) << text_of(manifest.diagnostics);
    const auto& scenes = manifest.lesson.scenes;
    ASSERT_EQ(scenes.size(), 2u);
    EXPECT_EQ(scenes[0].say, "One.");
    EXPECT_TRUE(scenes[0].run);
    EXPECT_EQ(scenes[0].focus, 7u);
    EXPECT_EQ(scenes[1].say, "Two.");
    EXPECT_FALSE(scenes[1].focus);
}

TEST(Scenes, AMistakeNamesTheSceneAndTheField) {
    const auto scene = [](const std::string& fields) { return problems_of("\n[[scene]]\nsay = \"One.\"\n" + fields + "\n"); };
    EXPECT_THAT(problems_of("\n[[scene]]\nrun = true\n"),
                testing::AllOf(HasSubstr("lesson.toml:"), HasSubstr("[[scene]] 1"), HasSubstr("\"say\"")));
    EXPECT_THAT(scene("view = \"no_view\""), HasSubstr("there is no [[view]] \"no_view\""));
    EXPECT_THAT(scene("set = { n = 5000 }"), HasSubstr("[[scene]] 1"));
    EXPECT_THAT(scene("set = { m = 5 }"), HasSubstr("[[scene]] 1"));
    EXPECT_THAT(scene("kernel = \"add_on\""), HasSubstr("add_one"));
    EXPECT_THAT(scene("preset = \"Right\""), HasSubstr("there is no preset \"Right\""));
    EXPECT_THAT(scene("ask = \"nothing\""), HasSubstr("there is no prediction \"nothing\""));
    EXPECT_THAT(scene("focus = -1"), HasSubstr("number of a thread"));
    EXPECT_THAT(scene("expect = \"wrong\""), HasSubstr("run = true"));
    EXPECT_THAT(scene("run = true\nexpect = \"wonderful\""), HasSubstr("there is no outcome \"wonderful\""));
    EXPECT_THAT(scene("says = \"Two.\""), HasSubstr("\"says\""));
    EXPECT_THAT(problems_of("\n[[scene]]\nsay = \"" + std::string(201, 'x') + "\"\n"), HasSubstr("201 characters"));
}

Lesson lesson_with_scenes(std::vector<Scene> scenes) {
    Lesson lesson = with_scenes("").lesson;
    lesson.presets.push_back({.name = "Odd", .note = {}, .kernel = "add_one", .values = {{"n", std::int64_t{33}}}, .holds = {}});
    lesson.predictions.front().kernel = "add_one";
    lesson.predictions.front().values = {{"n", std::int64_t{64}}};
    lesson.scenes = std::move(scenes);
    return lesson;
}

TEST(Scenes, WhatASceneSetsStaysUntilAnotherOneSetsSomething) {
    const Lesson lesson = lesson_with_scenes({{.say = "Nothing set."},
                                              {.say = "A preset.", .preset = "Odd"},
                                              {.say = "As before."},
                                              {.say = "A block alone.", .values = {{"block", std::int64_t{64}}}}});
    EXPECT_EQ(n_of(scene_launch(lesson, 0)), 100);
    EXPECT_EQ(n_of(scene_launch(lesson, 1)), 33);
    EXPECT_EQ(n_of(scene_launch(lesson, 2)), 33);
    EXPECT_EQ(n_of(scene_launch(lesson, 3)), 100) << "the other values are the lesson's own again";
    EXPECT_EQ(std::get<std::int64_t>(scene_launch(lesson, 3).values.at("block")), 64);
    EXPECT_EQ(scene_launch(lesson, 2).values.size(), lesson.parameters.size());
}

TEST(Scenes, AQuestionSetsWhatItsPredictionRuns) {
    const std::string id = lesson_with_scenes({}).predictions.front().id;
    const Lesson lesson =
        lesson_with_scenes({{.say = "A preset.", .preset = "Odd"}, {.say = "Vote.", .prediction = id}, {.say = "Look."}});
    EXPECT_EQ(n_of(scene_launch(lesson, 1)), 64);
    EXPECT_EQ(n_of(scene_launch(lesson, 2)), 64);
}

TEST(Scenes, ARunEndsAsItsKernelSaysUnlessTheSceneSaysSo) {
    Lesson lesson = lesson_with_scenes({{.say = "Run.", .run = true}, {.say = "Run.", .run = true, .expect = "wrong"}});
    EXPECT_EQ(expected_end(lesson, 0), "right");
    EXPECT_EQ(expected_end(lesson, 1), "wrong");
    lesson.kernels.front().expect_fault = "out_of_bounds";
    EXPECT_EQ(expected_end(lesson, 0), "out_of_bounds");
}

}  // namespace
}  // namespace warpwise
