#include "lesson/curve_shape.h"

#include <gtest/gtest.h>

#include <set>

namespace warpwise {
namespace {

CurveShape shape(std::vector<double> values, double top = 20) { return shape_of(values, top); }

TEST(CurveShape, IsSaidLoosely) {
    EXPECT_EQ(shape({10, 11, 10, 9, 10}), CurveShape::stays);
    EXPECT_EQ(shape({0, 4, 3, 9, 18}), CurveShape::rises);
    EXPECT_EQ(shape({16, 8, 4, 2, 1}), CurveShape::falls);
    EXPECT_EQ(shape({2, 15, 3}), CurveShape::rises_and_falls);
    EXPECT_EQ(shape({18, 4, 17}), CurveShape::falls_and_rises);
    EXPECT_EQ(shape({10, 12}, 200), CurveShape::stays) << "a change that the axis hardly shows";
    EXPECT_EQ(shape({}), CurveShape::stays);
}

TEST(CurveShape, HasANameForEach) {
    std::vector<std::string> names;
    for (const CurveShape each :
         {CurveShape::stays, CurveShape::rises, CurveShape::falls, CurveShape::rises_and_falls, CurveShape::falls_and_rises})
        names.emplace_back(name_of(each));
    EXPECT_EQ(names, curve_shapes());
    EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
}

TEST(CurveShape, AStrokeFillsTheColumnsThatItCrosses) {
    std::vector<double> heights(5, -1);
    EXPECT_FALSE(is_drawn(heights));
    draw_stroke(heights, -0.4, 10, 2, 4);
    EXPECT_NEAR(heights[0], 9, 1e-9);
    EXPECT_NEAR(heights[1], 6.5, 1e-9);
    EXPECT_NEAR(heights[2], 4, 1e-9);
    EXPECT_LT(heights[3], 0);
    draw_stroke(heights, 4.3, 8, 2.6, 6);  // to the left
    EXPECT_NEAR(heights[3], 6 + 0.4 / 1.7 * 2, 1e-9);
    EXPECT_NEAR(heights[4], 6 + 1.4 / 1.7 * 2, 1e-9);
    EXPECT_NEAR(heights[2], 4, 1e-9);
    EXPECT_TRUE(is_drawn(heights));
    draw_stroke(heights, 1.2, 3, 1.2, 3);  // a click
    EXPECT_NEAR(heights[1], 3, 1e-9);
    draw_stroke(heights, 1.2, -5, 1.2, -5);
    EXPECT_EQ(heights[1], 0) << "below the axis";
    draw_stroke(heights, 7, 9, 9, 9);
    EXPECT_NEAR(heights[4], 6 + 1.4 / 1.7 * 2, 1e-9) << "outside";
}

TEST(CurveShape, NothingIsDrawnOverNothing) {
    std::vector<double> none;
    draw_stroke(none, 0, 1, 2, 3);
    EXPECT_TRUE(none.empty());
    EXPECT_FALSE(is_drawn(none));
}

}  // namespace
}  // namespace warpwise
