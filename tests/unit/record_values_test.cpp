#include "experiment/run/record_values.h"

#include <gtest/gtest.h>

#include "unit/small_lesson.h"

namespace warpwise {
namespace {

RunRecord written_by(std::vector<std::uint32_t> writer) {
    RunRecord record;
    record.writes.emplace_back();
    record.writes.front().writer = std::move(writer);
    return record;
}

TEST(RecordValues, TheBusiestWriterShowsWhetherTheWorkIsBalanced) {
    const Lesson lesson = test::plate(8, 8);
    const auto balanced = values_of(lesson, written_by({1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(balanced.at("most_by_one_writer") * balanced.at("writers") / balanced.at("written"), 1);
    const auto uneven = values_of(lesson, written_by({7, 0, 7, 2, 7, 0, 3}));
    EXPECT_EQ(uneven.at("most_by_one_writer"), 3);
    EXPECT_EQ(uneven.at("writers"), 3);
    EXPECT_EQ(uneven.at("written"), 5);
    EXPECT_EQ(values_of(lesson, written_by({0, 0})).at("most_by_one_writer"), 0);
}

TEST(RecordValues, ActiveLanesAreAnAverageAndAbsentWithoutAnEmulatedRun) {
    const Lesson lesson = test::plate(8, 8);
    RunRecord record;
    EXPECT_FALSE(values_of(lesson, record).contains("active_lanes"));
    record.warp_instructions = 10;
    record.lane_instructions = 240;
    EXPECT_EQ(values_of(lesson, record).at("active_lanes"), 24);
}

}  // namespace
}  // namespace warpwise
