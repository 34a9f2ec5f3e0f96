#include "ui/threads/latency_model.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

TEST(LatencyModel, OneWarpUsesItsShareOfCycles) {
    EXPECT_DOUBLE_EQ(utilisation_of({1, 20, 480}), 20.0 / 500);
    EXPECT_DOUBLE_EQ(utilisation_of({1, 1, 3}), 0.25);
    EXPECT_DOUBLE_EQ(utilisation_of({1, 8, 0}), 1);
}

TEST(LatencyModel, EnoughWarpsLeaveNoCycleUnused) {
    for (const LatencyModel model : {LatencyModel{16, 32, 480}, {4, 1, 3}, {26, 20, 500}, {40, 20, 500}, {64, 7, 100}}) {
        ASSERT_GE(model.warps, warps_needed(model));
        EXPECT_DOUBLE_EQ(utilisation_of(model), 1) << model.warps << " warps, " << model.compute << ", " << model.latency;
    }
    EXPECT_LT(utilisation_of({15, 32, 480}), 1);
    EXPECT_EQ(warps_needed({1, 32, 480}), 16);
    EXPECT_EQ(warps_needed({1, 33, 480}), 16);
    EXPECT_EQ(warps_needed({1, 31, 480}), 17);
}

TEST(LatencyModel, BelowThatEachWarpAddsItsShare) {
    for (int warps = 1; warps <= 16; ++warps) EXPECT_NEAR(utilisation_of({warps, 32, 480}), warps * 32 / 512.0, 1e-12) << warps;
}

TEST(LatencyModel, TheScheduleOfTwoWarps) {
    using enum WarpDoes;
    const LatencySchedule s = schedule_warps({2, 2, 5}, 10);
    ASSERT_EQ(s.warps.size(), 2u);
    EXPECT_EQ(s.warps[0], (std::vector<WarpSpan>{{issuing, 0, 2}, {waiting, 2, 7}, {issuing, 7, 9}, {waiting, 9, 10}}));
    EXPECT_EQ(s.warps[1], (std::vector<WarpSpan>{{ready, 0, 2}, {issuing, 2, 4}, {waiting, 4, 9}, {issuing, 9, 10}}));
    EXPECT_EQ(s.issued, 7);
}

// At most one warp issues in a cycle, every warp does something in each, and none waits for a shorter time than its load takes.
TEST(LatencyModel, EveryCycleOfEveryWarpIsAccountedFor) {
    for (const LatencyModel model : {LatencyModel{3, 4, 9}, {7, 3, 11}, {1, 5, 20}, {9, 2, 0}}) {
        const LatencySchedule s = schedule_warps(model, 200);
        std::vector<int> issuing(200, 0);
        for (const auto& spans : s.warps) {
            int at = 0;
            for (const WarpSpan& span : spans) {
                EXPECT_EQ(span.begin, at);
                at = span.end;
                if (span.what == WarpDoes::issuing)
                    for (int cycle = span.begin; cycle < span.end; ++cycle) ++issuing[static_cast<std::size_t>(cycle)];
                if (span.what == WarpDoes::waiting && span.end < 200) EXPECT_EQ(span.end - span.begin, model.latency);
            }
            EXPECT_EQ(at, 200);
        }
        int issued = 0;
        for (const int count : issuing) {
            EXPECT_LE(count, 1);
            issued += count;
        }
        EXPECT_EQ(issued, s.issued);
    }
}

TEST(LatencyModel, TheTextsHaveTheNumbers) {
    EXPECT_EQ(needed_text({1, 32, 480}), "1 + 480 / 32 = 16 warps keep the scheduler busy.");
    EXPECT_EQ(needed_text({1, 8, 0}), "1 + 0 / 8 = 1 warp keeps the scheduler busy.");
    EXPECT_NE(littles_law_text({1, 32, 480}).find("so 15 loads are in flight"), std::string::npos);
}

TEST(LatencyModel, WrongNumbersAreNoTrouble) {
    EXPECT_GT(utilisation_of({0, 0, -5}), 0);
    EXPECT_EQ(schedule_warps({0, 0, 0}, 4).warps.size(), 1u);
}

}  // namespace
}  // namespace warpwise::ui
