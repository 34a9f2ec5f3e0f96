#include "lesson/hints.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

using Places = std::vector<std::size_t>;

Exercise with_hints() {
    Exercise exercise;
    exercise.hints = {{"where to look", {}}, {"the index", "out_of_bounds"}, {"what to write", {}}, {"the order", "data_race"}};
    return exercise;
}

TEST(Hints, ComeInTheirOrderWhileNothingFailed) {
    EXPECT_EQ(hints_on_offer(with_hints(), {}, ""), (Places{0, 2}));
    EXPECT_EQ(hints_on_offer(with_hints(), {0}, ""), (Places{2}));
    EXPECT_TRUE(hints_on_offer(with_hints(), {0, 2}, "").empty());
}

TEST(Hints, TheHintOnAFailureComesFirst) {
    EXPECT_EQ(hints_on_offer(with_hints(), {}, "data_race"), (Places{3, 0, 2}));
    EXPECT_EQ(hints_on_offer(with_hints(), {0, 3}, "data_race"), (Places{2}));
    EXPECT_EQ(hints_on_offer(with_hints(), {}, "wrong"), (Places{0, 2})) << "a failure without a hint of its own";
}

}  // namespace
}  // namespace warpwise
