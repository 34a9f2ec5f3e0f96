// Which lanes of a row share a cell.
#include "ui/debugger/lane_runs.h"

#include <gtest/gtest.h>

#include <functional>

namespace warpwise::ui {
namespace {

LaneTexts texts(const std::function<std::string(int)>& of) {
    LaneTexts all;
    for (int lane = 0; lane < kDebugLanes; ++lane) all[static_cast<std::size_t>(lane)] = of(lane);
    return all;
}
std::vector<std::string> told(const std::vector<LaneRun>& runs) {
    std::vector<std::string> all;
    for (const LaneRun& run : runs)
        if (run.is_wide()) all.push_back(std::to_string(run.first) + ".." + std::to_string(run.last) + ": " + run.text);
    return all;
}
constexpr std::uint32_t all_lanes = ~0u;

TEST(LaneRunsTest, AValueThatIsTheSameEverywhereIsOneCell) {
    const auto runs = lane_runs(texts([](int) { return "5"; }), all_lanes, 0, 32, 3);
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_EQ(runs[0].text, "5");
    EXPECT_EQ(runs[0].note, "in all 32 lanes");
    const auto of_four = lane_runs(texts([](int lane) { return lane < 4 ? "5" : ""; }), 0xf, 0, 32, 3);
    ASSERT_EQ(of_four.size(), 1u);
    EXPECT_EQ(of_four[0].note, "in all 4 lanes");
}

TEST(LaneRunsTest, NumbersThatFitKeepTheirCells) {
    EXPECT_EQ(lane_runs(texts([](int lane) { return std::to_string(lane); }), all_lanes, 0, 32, 3).size(), 32u);
}

TEST(LaneRunsTest, NumbersThatDoNotFitAreToldByTheirStep) {
    const auto of = [](const std::function<std::string(int)>& text) { return told(lane_runs(texts(text), all_lanes, 0, 32, 3)); };
    using Told = std::vector<std::string>;
    EXPECT_EQ(of([](int lane) { return std::to_string(1992 + lane); }), Told{"0..31: 1992 + lane"});
    EXPECT_EQ(of([](int lane) { return std::to_string(1024 * lane); }), Told{"0..31: 1024 * lane"});
    EXPECT_EQ(of([](int lane) { return std::to_string(2000 - 3 * lane); }), Told{"0..31: 2000 - 3 * lane"});
    EXPECT_EQ(of([](int lane) { return std::to_string(-1000 + lane); }), Told{"0..31: lane - 1000"});
    EXPECT_EQ(of([](int lane) { return "in[" + std::to_string(4 * lane) + "]"; }), Told{"0..31: in[4 * lane]"});
    EXPECT_EQ(of([](int lane) { return std::to_string(lane < 16 ? 1000 + lane : 77777); }),
              (Told{"0..15: 1000 + lane", "16..31: 77777"}));
    EXPECT_EQ(of([](int lane) { return std::to_string(lane * lane * 1000); }), Told{});
    EXPECT_EQ(of([](int lane) { return lane % 2 ? "12345" : "54321"; }), Told{});
}

// What a run says is what its lanes hold.
TEST(LaneRunsTest, AFormulaGivesEachLanesValue) {
    for (const std::int64_t base : {-5000, -1, 0, 1, 31, 1000})
        for (const std::int64_t step : {-1000, -7, -1, 1, 2, 999})
            for (const int first : {0, 5, 16}) {
                const auto runs =
                    lane_runs(texts([&](int lane) {
                                  return lane < first ? "x1000" + std::to_string(lane * lane) : std::to_string(base + step * lane);
                              }),
                              all_lanes, 0, 32, 1);
                ASSERT_FALSE(runs.empty());
                const std::string& text = runs.back().text;
                if (!runs.back().is_wide()) continue;
                const std::string lane = std::abs(step) == 1 ? "lane" : std::to_string(std::abs(step)) + " * lane";
                const std::string expected = step < 0    ? (base == 0 ? "-" + lane : std::to_string(base) + " - " + lane)
                                             : base == 0 ? lane
                                             : base > 0  ? std::to_string(base) + " + " + lane
                                                         : lane + " - " + std::to_string(-base);
                EXPECT_EQ(text, expected);
            }
}

TEST(LaneRunsTest, EveryLaneIsInOneRun) {
    for (const int lanes : {16, 32})
        for (int first = 0; first < kDebugLanes; first += lanes)
            for (int kind = 0; kind < 64; ++kind) {
                const auto all = texts([&](int lane) {
                    const int part = lane / 8 + kind / 16;
                    return part % 4 == 0 ? std::string() : part % 4 == 1 ? "abcdef" : std::to_string(1000 * (lane % (kind + 1)));
                });
                int next = first;
                for (const LaneRun& run : lane_runs(all, all_lanes, first, lanes, 3)) {
                    EXPECT_EQ(run.first, next);
                    next = run.last + 1;
                }
                EXPECT_EQ(next, first + lanes);
            }
}

TEST(LaneRunsTest, CutCellsAreCounted) {
    const auto all = texts([](int lane) { return std::to_string(lane * lane * 100); });
    EXPECT_EQ(too_long(all, lane_runs(all, all_lanes, 0, 32, 3), 3), 28);  // from 1600 on
}

}  // namespace
}  // namespace warpwise::ui
