// Views that cannot be drawn are found by `course verify`, before a learner meets them in the window.
#include "experiment/check/view_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/diagnostic.h"

using namespace warpwise;
using testing::HasSubstr;

namespace {

class ViewCheck : public testing::Test {
  protected:
    ViewCheck() : course_(load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons")) {}
    // What is said of the lesson's view when the option has this value.
    std::string said(const char* lesson_id, const std::string& kind, const std::string& option, const std::string& value) {
        Lesson lesson = *course_.find(lesson_id);
        const auto view = std::ranges::find(lesson.views, kind, &ViewSpec::kind);
        view->options[option] = value;
        const auto fits = check_view(lesson, *view);
        return fits ? "it fits" : fits.error().text();
    }
    Course course_;
};

TEST_F(ViewCheck, TheShippedViewsFit) {
    for (const Lesson& lesson : course_.lessons)
        for (const ViewSpec& view : lesson.views) {
            const auto fits = check_view(lesson, view);
            EXPECT_TRUE(fits.has_value()) << lesson.id << " " << view.kind << ": " << fits.error().text();
        }
}

TEST_F(ViewCheck, EachWrongOptionIsNamed) {
    EXPECT_THAT(said("heat", "image", "array", "nothing"), HasSubstr("\"nothing\""));
    EXPECT_THAT(said("heat", "image", "palette", "pink"), HasSubstr("no palette \"pink\""));
    EXPECT_THAT(said("heat", "image", "width", "2 * width"), HasSubstr("1024 × 512 needs 524288 elements"));
    EXPECT_THAT(said("heat", "image", "height", "breadth"), HasSubstr("breadth"));
    EXPECT_THAT(said("heat", "image", "width", "0"), HasSubstr("not a number of pixels"));
    EXPECT_THAT(said("heat", "image", "swap", ""), HasSubstr("in pairs"));
    EXPECT_THAT(said("heat", "image", "swap", "now"), HasSubstr("in pairs"));
    EXPECT_THAT(said("heat", "image", "steps_per_frame", "0 - 2"), HasSubstr("from 1 to 1000"));
    EXPECT_THAT(said("particles", "points", "array", "nothing"), HasSubstr("\"nothing\""));
    EXPECT_THAT(said("particles", "points", "values", "nothing"), HasSubstr("\"nothing\""));
}

TEST_F(ViewCheck, PointsTakeRowsOfFourFloats) {
    Lesson lesson = *course_.find("particles");
    for (ArraySpec& array : lesson.arrays) array.shape[1] = "3";
    const auto view = std::ranges::find(lesson.views, "points", &ViewSpec::kind);
    const auto fits = check_view(lesson, *view);
    ASSERT_FALSE(fits.has_value());
    EXPECT_THAT(fits.error().text(), HasSubstr("x, y, z and mass"));
}

}  // namespace
