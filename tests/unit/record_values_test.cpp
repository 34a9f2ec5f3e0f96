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

TEST(RecordValues, ALargeLaunchThatWritesLittleNeedsNoPlaceForEachThread) {
    const auto values = values_of(test::plate(8, 8), written_by({0, 4'000'000'000u, 4'000'000'000u, 1, 0}));
    EXPECT_EQ(values.at("writers"), 2);
    EXPECT_EQ(values.at("most_by_one_writer"), 2);
    EXPECT_EQ(values.at("first_written"), 1);
    EXPECT_EQ(values.at("last_written"), 3);
}

TEST(RecordValues, WhatWasCountedOnceIsNotCountedAgain) {
    RunRecord record = written_by({1, 2});
    record.write_summary = WriteSummary{.written = 7, .first = 1, .last = 9, .writers = 3, .most_by_one = 4};
    record.writes.clear();  // as in the history
    EXPECT_EQ(values_of(test::plate(8, 8), record).at("written"), 7);
    EXPECT_EQ(values_of(test::plate(8, 8), record).at("most_by_one_writer"), 4);
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
