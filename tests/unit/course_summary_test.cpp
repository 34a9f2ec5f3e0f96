// What a learner has done in the whole course.
#include "lesson/course_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ui/export/figure_course.h"
#include "ui/export/figure_writers.h"

namespace warpwise {
namespace {
using testing::HasSubstr;

const Course& course() {
    static const Course shipped = load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons");
    return shipped;
}

LessonProgress whole(const Lesson& lesson) {
    LessonProgress out;
    out.opened = out.ran = out.finished = true;
    for (const Prediction& each : lesson.predictions) out.predictions[each.id] = 0;
    for (const Exercise& each : lesson.exercises) out.note_passed(each);
    return out;
}

TEST(CourseSummary, OfNothingCountsWhatThereIs) {
    const CourseSummary summary = course_summary(course().lessons, {});
    EXPECT_EQ(summary.lessons.done, 0);
    EXPECT_EQ(summary.lessons.all, 40);
    EXPECT_EQ(summary.parts.size(), 7u);
    EXPECT_EQ(summary.minutes, 0);
    EXPECT_THAT(summary_sentence(summary), HasSubstr("0 of 40 lessons finished"));
}

TEST(CourseSummary, CountsWhatWasDoneAndNothingElse) {
    const Lesson& lesson = *course().find("gradients");
    Progress progress{{"gradients", whole(lesson)}, {"a lesson of another pack", {.finished = true}}};
    progress["scan"].opened = true;
    const CourseSummary summary = course_summary(course().lessons, progress);
    EXPECT_EQ(summary.lessons.done, 1);
    EXPECT_EQ(summary.minutes, lesson.minutes);
    EXPECT_EQ(summary.exercises.done, static_cast<int>(lesson.exercises.size()));
    EXPECT_EQ(summary.parts.back().lessons.done, 1);
    EXPECT_TRUE(summary.parts.back().each.front().finished);
    EXPECT_TRUE(summary.parts.back().each.front().exercises.is_whole());
    EXPECT_FALSE(summary.parts.front().each.front().finished);
}

TEST(CourseSummary, AWalkIsSolvedWhenEveryStopIsRight) {
    const auto lesson = std::ranges::find_if(course().lessons, [](const Lesson& each) { return !each.warp_stops.empty(); });
    ASSERT_NE(lesson, course().lessons.end());
    const BeTheWarp& walk = lesson->warp_stops.front();
    Progress progress;
    std::vector<StopAnswer>& answers = progress[lesson->id].stops[walk.id];
    const auto solved = [&] { return course_summary(course().lessons, progress).puzzles.done; };
    for (std::size_t i = 0; i < walk.stops.size(); ++i) {
        EXPECT_EQ(solved(), 0) << i;
        answers.push_back({1, true});
    }
    EXPECT_EQ(solved(), 1);
    answers.back().right = false;
    EXPECT_EQ(solved(), 0);
}

TEST(CourseSummary, IsAPageThatNamesTheLearnerAndTheGoals) {
    const auto fonts = ui::figure::FontSet::load();
    ASSERT_TRUE(fonts.has_value());
    Progress progress;
    for (const Lesson& lesson : course().lessons) progress[lesson.id] = whole(lesson);
    const CourseSummary summary = course_summary(course().lessons, progress);
    const std::string svg = svg_of(ui::figure::course_figure(*fonts, summary, "Ada", "2026-11-22"), 1);
    EXPECT_THAT(svg, HasSubstr("What Ada can do now"));
    EXPECT_THAT(svg, HasSubstr("40 of 40 lessons finished"));
    EXPECT_THAT(svg, HasSubstr(course().lessons.front().goals.front().substr(0, 24)));
    EXPECT_THAT(svg, HasSubstr("The work was not supervised"));
    const auto pdf = pdf_of(ui::figure::course_figure(*fonts, course_summary(course().lessons, {}), "", "2026-11-22"), 1, **fonts);
    ASSERT_TRUE(pdf.has_value());
    EXPECT_TRUE(pdf->starts_with("%PDF"));
}

}  // namespace
}  // namespace warpwise
