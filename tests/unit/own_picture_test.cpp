// The sizes that a picture of the learner's own takes.
#include "ui/picture/own_picture.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

TEST(OwnPictureTest, AsManyPixelsAsBeforeInItsProportionsAndNeverEnlarged) {
    const PictureExtent most{1024, 1024};
    EXPECT_EQ(extent_for({96, 64}, {4000, 1000}, most), (PictureExtent{157, 39}));
    EXPECT_EQ(extent_for({96, 64}, {384, 256}, most), (PictureExtent{96, 64}));
    EXPECT_EQ(extent_for({96, 64}, {20, 10}, most), (PictureExtent{20, 10})) << "as large as it is";
    EXPECT_EQ(extent_for({1024, 1024}, {16000, 1000}, most), (PictureExtent{1024, 64})) << "within the parameters";
    EXPECT_EQ(extent_for({96, 64}, {16000, 1}, most), (PictureExtent{1024, 1}));
    EXPECT_GE(extent_for({1, 1}, {3, 5000}, most).width, 1);
}

TEST(OwnPictureTest, ALessonsPictureIsTheArrayThatIsFilledWithOne) {
    Lesson lesson;
    EXPECT_EQ(picture_array(lesson), nullptr);
    lesson.arrays.push_back({.id = "a", .dtype = "f32", .shape = {"n"}});
    EXPECT_EQ(picture_array(lesson), nullptr);
    lesson.arrays.push_back({.id = "image", .dtype = "f32", .shape = {"height", "width"}, .fill = "scaled_picture=scene.png"});
    ASSERT_NE(picture_array(lesson), nullptr);
    EXPECT_EQ(picture_array(lesson)->id, "image");
    EXPECT_EQ(picture_of_fill("picture=a.png")->file, "a.png");
    EXPECT_FALSE(picture_of_fill("picture=a.png")->is_scaled);
    EXPECT_TRUE(picture_of_fill("scaled_picture=a.png")->is_scaled);
    EXPECT_FALSE(picture_of_fill("spots"));
}

}  // namespace
}  // namespace warpwise::ui
