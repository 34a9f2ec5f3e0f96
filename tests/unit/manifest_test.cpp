#include "lesson/manifest.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"

using namespace warpwise;

TEST(Course, ShippedLessonsLoadWithoutAWord) {
    const Course course = load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons");
    EXPECT_EQ(text_of(course.problems), "");
    ASSERT_EQ(course.lessons.size(), 3u);
    EXPECT_EQ(course.lessons[1].id, "indexing_1d");
    EXPECT_EQ(course.find("7"), &course.lessons[2]);
}
