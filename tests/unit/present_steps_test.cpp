// How a lesson's prose is cut into the pages of a presentation.
#include "ui/present/present_steps.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lesson/prose.h"

namespace warpwise::ui {
namespace {

Lesson titled(const std::string& title) {
    Lesson lesson;
    lesson.title = title;
    return lesson;
}

std::vector<PresentStep> steps_of(const std::string& prose) { return present_steps(titled("Lesson"), split_prose(prose)); }

TEST(PresentSteps, AHeadingBeginsAPage) {
    const auto steps = steps_of("First words.\n\n## Four numbers\n\nMore words.\n");
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_EQ(steps[0].title, "Lesson");
    EXPECT_EQ(steps[0].text, "First words.\n\n");
    EXPECT_EQ(steps[1].title, "Four numbers");
    EXPECT_EQ(steps[1].text, "More words.\n\n");
}

TEST(PresentSteps, AViewStandsWithTheShortTextBeforeIt) {
    const auto steps = steps_of("Look at the threads.\n\n```view timings\n```\n");
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_EQ(steps[0].view, "timings");
    EXPECT_FALSE(steps[0].text.empty());
}

TEST(PresentSteps, AShortTextAfterAViewIsShownWithIt) {
    const auto steps = steps_of("Look.\n\n```view timings\n```\n\nThe upper bar is longer.\n\n## More\n\nText.\n");
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[1].text, "The upper bar is longer.\n\n");
    EXPECT_EQ(steps[1].view, "timings");
    EXPECT_EQ(steps[2].view, "") << "another section";
    const auto four_rows = steps_of(std::string(250, 'x') + "\n\n```view timings\n```\n");
    EXPECT_EQ(four_rows.size(), 1u);
}

TEST(PresentSteps, ALongTextAndAViewAreTwoPages) {
    const std::string text(400, 'x');
    const auto steps = steps_of(text + "\n\n```view timings\n```\n");
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_TRUE(steps[0].view.empty());
    EXPECT_EQ(steps[1].view, "timings");
    EXPECT_EQ(steps[1].title, "Lesson");
}

// A step and a task may have the same id: each shows its own card.
TEST(PresentSteps, EachCardIsOfItsKind) {
    const std::vector<PresentStep> steps = steps_of("```step one\n```\n```break_it one\n```\n```be_the_warp one\n```\n");
    ASSERT_EQ(steps.size(), 3u);
    for (const PresentStep& step : steps) {
        EXPECT_EQ(step.kind, StepKind::card);
        EXPECT_EQ(step.text, "one");
    }
    EXPECT_EQ(steps[0].card, ProsePartKind::step);
    EXPECT_EQ(steps[1].card, ProsePartKind::break_it);
    EXPECT_EQ(steps[2].card, ProsePartKind::be_the_warp);
}

TEST(PresentSteps, TheArrayBelowTheThreadsIsNoFurtherPage) {
    const auto steps = steps_of("Text.\n\n```view thread_grid\n```\n\n```view array_strip\n```\n");
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_EQ(steps[0].view, "thread_grid");
}

TEST(PresentSteps, TextBeyondAPageGoesOn) {
    std::string prose;
    for (int i = 0; i < 6; ++i) prose += std::string(200, 'x') + "\n\n";
    const auto steps = steps_of(prose);
    EXPECT_EQ(steps.size(), 3u);
    for (const PresentStep& step : steps) EXPECT_LE(rows_of_text(step.text), 11);
}

TEST(PresentSteps, WhatAnnouncesStaysWithWhatItAnnounces) {
    std::string code = "```cuda\n";
    for (int i = 0; i < 14; ++i) code += "int i = 0;\n";
    const auto steps = steps_of("This is all the code:\n\n" + code + "```\n");
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_NE(steps[0].text.find("int i"), std::string::npos);
    const auto after_more = steps_of("What came before.\n\nThis is all the code:\n\n" + code + "```\n");
    ASSERT_EQ(after_more.size(), 2u);
    EXPECT_EQ(after_more[0].text, "What came before.\n\n");
    EXPECT_TRUE(after_more[1].text.starts_with("This is all the code:\n\n```cuda\n"));
}

TEST(PresentSteps, ALadderIsLeftOutWithTheSentenceThatAnnouncesIt) {
    const auto steps =
        steps_of("## Your turn\n\nThe tile is full.\n\nFirst, three puzzles:\n\n```ladder one\n```\n\n## Then\n\nMore.\n");
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_EQ(steps[0].text, "The tile is full.\n\n");
    EXPECT_EQ(steps[1].title, "Then");
    EXPECT_EQ(steps_of("First, three puzzles:\n\n```ladder one\n```\n").size(), 0u) << "a page without text is none";
}

TEST(PresentSteps, APredictionIsAQuestionAndTheExerciseComesLast) {
    Lesson lesson = titled("Lesson");
    lesson.exercises.emplace_back();
    lesson.exercises.front().task = "Do it.";
    const auto steps = present_steps(lesson, split_prose("Text.\n\n```predict how_often\n```\n\n```exercise\n```\n\nAfter it.\n"));
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[0].kind, StepKind::question);
    EXPECT_EQ(steps[0].prediction, "how_often");
    EXPECT_EQ(steps[1].text, "After it.\n\n");
    EXPECT_EQ(steps[2].kind, StepKind::exercise);
    EXPECT_EQ(steps[2].text, "Do it.");
}

TEST(PresentSteps, AShortTextLeadsToTheQuestionOrTheCardOnItsPage) {
    for (const std::string after : {"```predict how_often\n```\n", "```step one\n```\n", "```break_it one\n```\n"}) {
        const auto lead = steps_of("## More\n\nHow often?\n\n" + after);
        ASSERT_EQ(lead.size(), 1u) << after;
        EXPECT_EQ(lead[0].lead, "How often?\n\n");
        EXPECT_EQ(lead[0].title, "More");
        const auto long_text = steps_of(std::string(200, 'x') + "\n\n" + after);
        ASSERT_EQ(long_text.size(), 2u) << after;
        EXPECT_EQ(long_text[1].lead, "");
        EXPECT_EQ(steps_of("```\ncode\n```\n\n" + after).size(), 2u) << after;
        EXPECT_EQ(steps_of("Look.\n\n```view timings\n```\n\n" + after).size(), 2u) << after;
    }
    EXPECT_EQ(steps_of("Text.\n\n```remember\n```\n").size(), 2u) << "what is to be remembered stands alone";
}

TEST(PresentSteps, TargetsOfLinksTakeNoRoom) {
    const std::string plain(60, 'x');
    EXPECT_EQ(rows_of_text(plain + "\n"), 1);
    EXPECT_EQ(rows_of_text("[" + plain + "](<term:threads and more>)\n"), 1);
    EXPECT_EQ(rows_of_text(plain + plain + "\n"), 2);
}

TEST(PresentSteps, ASentenceThatAnnouncesAQuestionStandsAboveIt) {
    const std::string code = "```cuda\nint i = 0;\nint j = 1;\nint k = 2;\n```\n";
    const auto steps = present_steps(titled("Lesson"), split_prose("Text.\n\n" + code + "\nMark them:\n\n```predict lines\n```\n"));
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_EQ(steps[0].text.find("Mark them"), std::string::npos) << "the page before";
    EXPECT_EQ(steps[1].kind, StepKind::question);
    EXPECT_EQ(steps[1].lead, "Mark them:\n\n");
}

TEST(PresentSteps, ScenesTakeThePlaceOfTheProse) {
    Lesson lesson = titled("Lesson");
    lesson.scenes.push_back({.say = "A line alone."});
    lesson.scenes.push_back({.say = "Look.", .view = "image"});
    lesson.scenes.push_back({.say = "Vote.", .prediction = "how_often"});
    const auto steps = present_steps(lesson, split_prose("Text.\n\n## More\n\nText.\n"));
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[0].title, "Lesson");
    EXPECT_EQ(steps[0].text, "A line alone.");
    EXPECT_EQ(steps[1].title, "Look.");
    EXPECT_EQ(steps[1].view, "image");
    EXPECT_EQ(steps[2].kind, StepKind::question);
    EXPECT_EQ(steps[2].prediction, "how_often");
    for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i].scene, i);
}

TEST(PresentSteps, AViewIsShownWithAKernelThatHasIt) {
    Lesson lesson = titled("Lesson");
    for (const char* id : {"naive", "tiled", "padded"}) lesson.kernels.push_back({.id = id});
    lesson.presets = {
        {.name = "Naive", .kernel = "naive"}, {.name = "Padded", .kernel = "padded"}, {.name = "In tiles", .kernel = "tiled"}};
    for (const char* id : {"tiled", "padded"}) lesson.views.push_back({.kind = "tile", .options = {{"kernel", id}}});
    const auto preset = [&](const std::string& text, const char* chosen) {
        const std::vector<PresentStep> steps{{.text = text}, {.view = "tile"}};
        const Preset* found = preset_for_view(lesson, steps, 1, chosen);
        return found != nullptr ? found->name : "";
    };
    EXPECT_EQ(preset("Run [*In tiles*](<preset:In tiles>).", "naive"), "In tiles");
    EXPECT_EQ(preset("[a](<preset:In tiles>), [b](preset:Padded), [c](preset:Naive)", "naive"), "Padded");
    EXPECT_EQ(preset("No preset.", "naive"), "Padded") << "the lesson's first with that view";
    EXPECT_EQ(preset("Run [*In tiles*](<preset:In tiles>).", "padded"), "") << "the chosen one has it";
    EXPECT_EQ(preset_for_view(lesson, {{.text = "Text alone."}}, 0, "naive"), nullptr);
}

// Every lesson that ships: each prediction is asked, and no page is empty or without a title.
TEST(PresentSteps, EveryLessonIsAPresentation) {
    const Course course = load_course(WARPWISE_SOURCE_DIR "/lessons");
    ASSERT_FALSE(course.lessons.empty());
    for (const Lesson& lesson : course.lessons) {
        const auto prose = expand_prose(lesson, [](const std::string&) { return std::nullopt; });
        const auto steps = present_steps(lesson, split_prose(prose));
        EXPECT_GE(steps.size(), 4u) << lesson.id;
        EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(steps, StepKind::question, &PresentStep::kind)),
                  lesson.predictions.size())
            << lesson.id;
        for (const PresentStep& step : steps) {
            EXPECT_FALSE(step.title.empty()) << lesson.id;
            EXPECT_TRUE(step.kind != StepKind::page || !step.text.empty() || !step.view.empty()) << lesson.id;
        }
    }
}

}  // namespace
}  // namespace warpwise::ui
