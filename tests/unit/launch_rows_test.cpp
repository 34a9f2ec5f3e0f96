// The launches of a program as rows of a page, and what a row shows.
#include "experiment/file/launch_rows.h"

#include <gtest/gtest.h>

#include <limits>

#include "experiment/file/open_command.h"

namespace warpwise {
namespace {

using What = ProgramReport::Step::What;

ProgramLaunch launch_of(const std::string& kernel, int line, Dim3 grid = {4, 1, 1}, Dim3 block = {64, 1, 1}) {
    ProgramLaunch launch;
    launch.kernel = kernel;
    launch.line = line;
    launch.shape = {grid, block, 0};
    return launch;
}

void add_launch(ProgramReport& report, ProgramLaunch launch) {
    report.steps.push_back({What::launch, report.launches.size()});
    report.launches.push_back(std::move(launch));
}

void add_copy(ProgramReport& report) {
    report.steps.push_back({What::copy, report.copies.size()});
    report.copies.emplace_back();
}

ProgramFinding finding_of(int launch, bool is_note = false) {
    ProgramFinding finding;
    finding.kind = "too_few_threads", finding.line = 9, finding.message = "it is wrong";
    finding.launch = launch, finding.is_note = is_note;
    return finding;
}

TEST(LaunchRows, LaunchesThatFollowEachOtherAreOneRowUntilACopyOrAFinding) {
    ProgramReport report;
    for (int i = 0; i < 3; ++i) add_launch(report, launch_of("a", 5));
    add_copy(report);
    for (int i = 0; i < 3; ++i) add_launch(report, launch_of("a", 5));
    add_launch(report, launch_of("b", 5));
    report.findings = {finding_of(4), finding_of(6, true), finding_of(-1)};
    const auto rows = launch_rows(report);
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[0].launches, (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(rows[1].launches, (std::vector<std::size_t>{3}));
    EXPECT_EQ(rows[2].launches, (std::vector<std::size_t>{4}));
    EXPECT_EQ(rows[2].findings, (std::vector<std::size_t>{0}));
    EXPECT_TRUE(rows[2].has_mistake);
    EXPECT_EQ(rows[3].launches, (std::vector<std::size_t>{5}));
    EXPECT_FALSE(rows[4].has_mistake);  // a note is not a mistake
    EXPECT_EQ(rows[4].findings, (std::vector<std::size_t>{1}));
}

// Steps beyond a limit are not told; launches are.
TEST(LaunchRows, ALaunchWithoutAStepIsListed) {
    ProgramReport report;
    add_launch(report, launch_of("a", 5));
    report.launches.push_back(launch_of("b", 6));
    EXPECT_EQ(launch_rows(report).size(), 2u);
}

TEST(LaunchRows, ALoopOverTwoKernelsHasTwoRowsAndItsMistake) {
    ProgramReport report;
    for (int i = 0; i < 50; ++i) {
        add_launch(report, launch_of("a", 5));
        add_launch(report, launch_of("b", 6));
    }
    report.findings = {finding_of(41)};
    const auto separate = launch_rows(report);
    EXPECT_EQ(separate.size(), 100u);
    EXPECT_EQ(merged_rows(report, separate, 100).size(), 100u);
    const auto rows = merged_rows(report, separate, 40);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].launches.size(), 50u);
    EXPECT_EQ(rows[1].launches.size(), 49u);
    EXPECT_EQ(rows[1].launches.back(), 99u);
    EXPECT_EQ(rows[2].launches, (std::vector<std::size_t>{41}));
    EXPECT_TRUE(rows[2].has_mistake);
}

TEST(LaunchRows, TheirWords) {
    EXPECT_EQ(numbers_words({{1022}, {}, false}), "launch 1,023");
    EXPECT_EQ(numbers_words({{0, 1, 2, 3}, {}, false}), "launches 1 to 4");
    EXPECT_EQ(numbers_words({{0, 2}, {}, false}), "launches 1 and 3");
    EXPECT_EQ(numbers_words({{0, 2, 4, 6, 8}, {}, false}), "launches 1, 3, 5 and 2 more");
    EXPECT_EQ(shape_words(launch_of("a", 1, {1, 1, 1}, {8, 4, 1})), "1 block of 8 × 4 threads");
    ProgramReport report;
    report.program = "/home/main.cu";
    ProgramFinding finding = finding_of(0);
    finding.file = "/home/main.cu";
    EXPECT_EQ(finding_title(report, finding), "Line 9: it is wrong");
    finding.file = "/home/scale.cu", finding.is_note = true;
    EXPECT_EQ(finding_title(report, finding), "Line 9 of scale.cu: note: it is wrong");
}

TEST(LaunchThumbnail, ACellIsABlockOrSeveralAndOneHasTheFault) {
    ProgramLaunch launch = launch_of("a", 1, {5, 4, 1});
    launch.fault.emplace().block = Dim3{2, 3, 0};
    EXPECT_EQ(grid_thumbnail(launch).cells, 20u);
    EXPECT_EQ(grid_thumbnail(launch).rows(), 2u);
    EXPECT_EQ(grid_thumbnail(launch).hit, 17u);
    launch.shape.grid = {96'000, 1, 1};
    launch.fault->block = Dim3{95'999, 0, 0};
    EXPECT_EQ(grid_thumbnail(launch).cells, GridThumbnail::kMostCells);
    EXPECT_EQ(grid_thumbnail(launch).hit, GridThumbnail::kMostCells - 1);
    launch.fault.reset();
    EXPECT_EQ(grid_thumbnail(launch).hit, std::nullopt);
}

TEST(LaunchThumbnail, StripsGoFromTheFirstLaunchToTheLastWhoseElementsAreKnown) {
    ProgramReport report;
    for (int i = 0; i < 3; ++i) add_launch(report, launch_of("a", 5));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    report.launches[0].arrays = {{"in", 4, false, std::vector<double>{1, 2}, {1, 2}}, {"out", 4, true, std::nullopt, {0, 0}}};
    report.launches[1].arrays = {{"in", 4, false, std::vector<double>{1, 2}, {1, 2}},
                                 {"out", 4, true, std::vector<double>{0, 0}, {0, nan, 10}}};
    const auto strips = array_strips(report, launch_rows(report).front());
    ASSERT_EQ(strips.size(), 1u);  // an array that it only reads is not shown
    EXPECT_EQ(strips[0].name, "out");
    EXPECT_FALSE(strips[0].before.has_value());
    EXPECT_EQ(strips[0].before_words, "out before launch 1: not written yet");
    EXPECT_EQ(strips[0].after_words, "out after launch 2: 4 elements, the first 0, the last shown 10");
    ASSERT_EQ(strips[0].after.size(), 3u);
    EXPECT_EQ(strips[0].after[0], (Rgb{68, 1, 84}));
    EXPECT_EQ(strips[0].after[1], (Rgb{195, 52, 47}));
    EXPECT_EQ(strips[0].after[2], (Rgb{253, 231, 37}));
}

TEST(LaunchThumbnail, ARaceHasTheLanesOfBothThreads) {
    ProgramLaunch launch = launch_of("a", 1, {2, 1, 1}, {40, 1, 1});
    Fault& fault = launch.fault.emplace();
    fault.kind = FaultKind::data_race, fault.line = 3, fault.block = Dim3{1, 0, 0}, fault.thread = Dim3{5, 0, 0};
    FaultPlace& other = fault.other.emplace();
    other.block = Dim3{1, 0, 0}, other.thread = Dim3{7, 0, 0};
    ProgramFinding finding;
    finding.kind = "data_race", finding.line = 3;
    auto warps = fault_lanes(launch, finding);
    ASSERT_EQ(warps.size(), 1u);
    EXPECT_EQ(warps[0].words(), "Warp 0 of block (1, 0, 0): lane 5; lane 7 is the other thread");
    EXPECT_EQ(warps[0].lanes, 32u);
    fault.other->thread = Dim3{33, 0, 0};
    warps = fault_lanes(launch, finding);
    ASSERT_EQ(warps.size(), 2u);
    EXPECT_EQ(warps[0].words(), "Warp 0 of block (1, 0, 0): lane 5");
    EXPECT_EQ(warps[1].words(), "Warp 1 of block (1, 0, 0): lane 1 is the other thread");
    EXPECT_EQ(warps[1].lanes, 8u);
    finding.line = 4;  // of another mistake of the same launch
    EXPECT_TRUE(fault_lanes(launch, finding).empty());
}

TEST(OpenCommand, RunsTheProgramInTheWindowAsItWasRun) {
    ProgramReport report;
    EXPECT_EQ(open_command(report, 0), "");  // nothing is known of how it was run
    ExecOptions& asked = report.asked.emplace();
    asked.text.file = "my program.cu";
    asked.text.more_files = {"scale.cu"};
    asked.text.include_dirs = {"include"};
    asked.text.definitions = {"N=1000"};
    EXPECT_EQ(open_command(report, 10), "warpwise exec 'my program.cu' scale.cu -I include -D N=1000 --open --launch 11");
    asked.arguments = {"12", "it's", ""};
    EXPECT_TRUE(open_command(report, 0).ends_with(R"( --open --launch 1 -- 12 'it'\''s' '')")) << open_command(report, 0);
    asked.text.libraries = {"jpeg"};  // which the window does not take
    EXPECT_EQ(open_command(report, 0), "");
}

}  // namespace
}  // namespace warpwise
