// What the debugger's panels say and draw, without a window.
#include <gtest/gtest.h>

#include <functional>

#include "ui/debugger/cause_help.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/source_marks.h"
#include "ui/debugger/timeline_columns.h"
#include "ui/source/heat_list.h"

namespace warpwise::ui {
namespace {

using Kind = TimelineSpan::Kind;

TEST(HottestLines, ComeHottestFirstAndAsTheyStandWhereTheyAreAlike) {
    const std::map<int, LineHeat> heat{
        {4, {.text = "1", .share = 0.1f}}, {5, {.text = "8", .share = 1}}, {6, {.text = "1", .share = 0.1f}}, {9, {.share = 0.5f}}};
    EXPECT_EQ(hottest_lines(heat, 8), (std::vector{5, 9, 4, 6}));
    EXPECT_EQ(hottest_lines(heat, 2), (std::vector{5, 9}));
    EXPECT_TRUE(hottest_lines({}, 2).empty());
}

struct Recorded {
    DebugSubject subject;
    KnownRecordings known;

    Recorded() {
        subject.lesson = "tiles", subject.kernel = "naive";
        subject.request = {.lesson = "tiles", .kernel = "naive", .parameters = {{"n", std::int64_t{512}}}};
        subject.shape = {.grid = {16, 16, 1}, .block = {32, 32, 1}};
        RunRecord record{.request = subject.request, .lesson = "tiles"};
        record.device = {DeviceKind::cuda, "NVIDIA H200", {}, 0};
        record.request.device = DeviceKind::cuda;
        record.date = "2026-11-22T07:05:45Z";
        record.launch = subject.shape;
        record.counters = {{"shared_load_wavefronts", 16384.0}, {"global_load_sectors", 32768.0}};
        known.all.files.push_back({.file = "h200.json", .device_name = "NVIDIA H200", .records = {record}});
    }
    RunRecord& record() { return known.all.files.front().records.front(); }
};

TEST(HardwareCounts, AreThoseOfExactlyThisLaunch) {
    Recorded recorded;
    const auto counted = [&] { return hardware_counts(recorded.known, recorded.subject); };
    ASSERT_EQ(counted().size(), 1u);
    const Cause banks{.kind = CauseKind::bank_conflict, .counter = "shared_load_wavefronts"};
    EXPECT_EQ(hardware_text(banks, counted().front()),
              "The NVIDIA H200 counted 16,384 wavefronts of shared-memory loads in this launch (recording of 2026-11-22).");
    EXPECT_EQ(hardware_text({.counter = "shared_store_wavefronts"}, counted().front()), "");  // not recorded
    EXPECT_EQ(hardware_text({.kind = CauseKind::divergence}, counted().front()), "");

    recorded.subject.edited = "__global__ void k() {}";
    EXPECT_TRUE(counted().empty());
    recorded.subject.edited.reset();
    recorded.subject.request.parameters["n"] = std::int64_t{511};
    EXPECT_TRUE(counted().empty());
    recorded.subject.request.parameters["n"] = std::int64_t{512};
    recorded.subject.shape.block = {16, 16, 1};
    EXPECT_TRUE(counted().empty());
    recorded.subject.shape.block = {32, 32, 1};
    EXPECT_EQ(counted().size(), 1u);
    recorded.known.hidden.insert("h200.json");
    EXPECT_TRUE(counted().empty());
    recorded.known.hidden.clear();
    recorded.record().counters.clear();
    EXPECT_TRUE(counted().empty());
}

TEST(HardwareCounts, OfAnotherDeviceThanAGpuAreNone) {
    Recorded recorded;
    recorded.record().device = {DeviceKind::emulated, "emulated", {}, 0};
    recorded.record().request.device = DeviceKind::emulated;
    EXPECT_TRUE(hardware_counts(recorded.known, recorded.subject).empty());
}

TEST(TimelineColumns, EachWarpHasItsOwnSpans) {
    const std::vector<TimelineSpan> timeline{{Kind::running, 0, 0, 50}, {Kind::barrier, 0, 50, 100}, {Kind::running, 1, 0, 100}};
    EXPECT_EQ(column_runs(timeline, 0, {0, 100}, 10), (std::vector<ColumnRun>{{Kind::running, 0, 5}, {Kind::barrier, 5, 10}}));
    EXPECT_EQ(column_runs(timeline, 1, {0, 100}, 10), (std::vector<ColumnRun>{{Kind::running, 0, 10}}));
    EXPECT_TRUE(column_runs(timeline, 2, {0, 100}, 10).empty());
}

TEST(TimelineColumns, WhatCostsIsSeenFromAfar) {
    std::vector<TimelineSpan> timeline;
    for (std::uint64_t at = 0; at < 1'000'000; at += 10) {
        timeline.push_back({Kind::running, 0, at, at + 9});
        timeline.push_back({at == 500'000 ? Kind::extra : Kind::running, 0, at + 9, at + 10});
    }
    const auto runs = column_runs(timeline, 0, {0, 1e6}, 100);
    ASSERT_EQ(runs.size(), 3u);
    EXPECT_EQ(runs[1], (ColumnRun{Kind::extra, 50, 51}));
}

TEST(TimelineColumns, AWindowShowsItsPart) {
    const std::vector<TimelineSpan> timeline{{Kind::running, 0, 0, 50}, {Kind::memory, 0, 50, 52}, {Kind::exited, 0, 52, 100}};
    EXPECT_EQ(column_runs(timeline, 0, {48, 56}, 8),
              (std::vector<ColumnRun>{{Kind::running, 0, 2}, {Kind::memory, 2, 4}, {Kind::exited, 4, 8}}));
    EXPECT_EQ(span_at(timeline, 0, 51)->kind, Kind::memory);
    EXPECT_FALSE(span_at(timeline, 0, 100));
}

TEST(TimelineColumns, ZoomKeepsWhatIsUnderTheMouseAndStaysInside) {
    const StepWindow half = zoomed({0, 1000}, 1000, 250, 0.5);
    EXPECT_EQ(half, (StepWindow{125, 625}));
    EXPECT_EQ(zoomed(half, 1000, 250, 100), (StepWindow{0, 1000}));
    EXPECT_DOUBLE_EQ(zoomed(half, 1000, 250, 1e-9).length(), 8);
    EXPECT_EQ(panned(half, 1000, -400), (StepWindow{0, 500}));
    EXPECT_EQ(panned(half, 1000, 4000), (StepWindow{500, 1000}));
    EXPECT_EQ(zoomed({0, 3}, 3, 1, 0.5), (StepWindow{0, 3}));  // a block of three steps
}

TEST(LineHeat, CountsAreMergedByLineAndSharesAreOfTheHottest) {
    DebugOverview overview;
    overview.lines = {{.function = "f", .line = 4, .executions = 8, .visits = 8},
                      {.function = "g", .line = 4, .executions = 8, .visits = 8},
                      {.function = "f", .line = 5, .executions = 60, .visits = 4},
                      {.function = "", .line = 0, .executions = 99, .visits = 99}};
    const auto cells = line_heat(overview.lines, Heat::executions);
    ASSERT_EQ(cells.size(), 2u);
    EXPECT_EQ(cells.at(4).text, "16");
    EXPECT_FLOAT_EQ(cells.at(4).share, 1);
    EXPECT_FLOAT_EQ(cells.at(5).share, 0.25f);
    EXPECT_FALSE(cells.at(4).costly);
}

TEST(LineHeat, SectorsAndConflictsArePerRequest) {
    DebugOverview overview;
    overview.lines = {{.line = 8, .requests = 10, .sectors = 40, .useful_bytes = 1280, .shared_requests = 10, .wavefronts = 10},
                      {.line = 13,
                       .requests = 10,
                       .sectors = 320,
                       .useful_bytes = 1280,
                       .shared_requests = 10,
                       .wavefronts = 320,
                       .conflicts = 310},
                      {.line = 14, .executions = 3, .visits = 3}};
    const auto sectors = line_heat(overview.lines, Heat::sectors);
    ASSERT_EQ(sectors.size(), 2u);
    EXPECT_EQ(sectors.at(8).text, "4");
    EXPECT_FALSE(sectors.at(8).costly);
    EXPECT_EQ(sectors.at(13).text, "32");
    EXPECT_TRUE(sectors.at(13).costly);
    EXPECT_NE(sectors.at(13).help.find("12 % of their bytes are used"), std::string::npos) << sectors.at(13).help;
    const auto conflicts = line_heat(overview.lines, Heat::conflicts);
    EXPECT_EQ(conflicts.at(8).text, "1");
    EXPECT_FALSE(conflicts.at(8).costly);
    EXPECT_EQ(conflicts.at(13).text, "32-way");
    EXPECT_TRUE(conflicts.at(13).costly);
}

TEST(LineHeat, OfTheLaunchOnlyIfTheLastRunWasOfWhatIsStepped) {
    DebugSubject subject{.lesson = "transpose", .kernel = "tiled", .shape = {{4, 1, 1}, {256, 1, 1}}};
    subject.request.parameters = {{"n", std::int64_t{1024}}};
    RunRecord ran;
    ran.request = subject.request;
    ran.request.lesson = "transpose", ran.request.kernel = "tiled";
    ran.launch = subject.shape;
    EXPECT_EQ(counts_of_launch(nullptr, subject), nullptr);
    EXPECT_EQ(counts_of_launch(&ran, subject), nullptr) << "it was not counted by line";
    ran.lines = {{.function = "f", .line = 4, .visits = 8}};
    EXPECT_EQ(counts_of_launch(&ran, subject), &ran.lines);
    for (const auto& change : std::initializer_list<std::function<void(RunRecord&)>>{
             [](RunRecord& r) { r.launch.block.x = 128; }, [](RunRecord& r) { r.request.edited_source = "another text"; },
             [](RunRecord& r) { r.request.kernel = "naive"; },
             [](RunRecord& r) { r.request.parameters["n"] = std::int64_t{2048}; }}) {
        RunRecord other = ran;
        change(other);
        EXPECT_EQ(counts_of_launch(&other, subject), nullptr);
    }
}

TEST(LineHeat, CountsFitTheirCells) {
    EXPECT_EQ(short_count(0), "0");
    EXPECT_EQ(short_count(9999), "9,999");
    EXPECT_EQ(short_count(10'000), "10.0k");
    EXPECT_EQ(short_count(999'600), "1.00M");
    EXPECT_EQ(short_count(123'456'789), "123M");
    for (double value = 1; value < 1e15; value *= 1.37) EXPECT_LE(short_count(value).size(), 6u) << value;
}

DebugState stop_at(int line, StopReason reason = StopReason::step) {
    DebugState state{.reason = reason, .position = 1412, .warp = 1};
    state.frames = {{"transpose_tiled<float>(const float *)", line, 9, false}};
    return state;
}

TEST(DebuggerText, AStopSaysWhereAndBeforeWhat) {
    DebugState state = stop_at(13);
    EXPECT_EQ(stop_sentence(state), "Paused in transpose_tiled at line 13");
    state.next = {{.space = MemorySpace::local, .array = "sum"}, {.space = MemorySpace::shared, .array = "tile"}};
    EXPECT_EQ(stop_sentence(state), "Paused in transpose_tiled at line 13, before the read of tile");
    state.next[1].is_store = true;
    state.next[1].array.clear();
    EXPECT_EQ(stop_sentence(state), "Paused in transpose_tiled at line 13, before the write to shared memory");
    state.next[1].is_atomic = true;
    state.next[1].array = "bins";
    EXPECT_EQ(stop_sentence(state), "Paused in transpose_tiled at line 13, before the atomic operation on bins");
    state = stop_at(9, StopReason::end);
    state.frames.clear();
    EXPECT_EQ(stop_sentence(state), "The block has finished");
    state = stop_at(9, StopReason::fault);
    state.fault = Fault{.kind = FaultKind::out_of_bounds, .line = 9};
    EXPECT_EQ(stop_sentence(state), "Stopped: Out of bounds at line 9");
    state = stop_at(9);
    state.frames.clear();
    EXPECT_EQ(stop_sentence(state), "Warp 1 has finished");
}

TEST(DebuggerText, APositionSaysWhatItIsOf) {
    const DebugState state = stop_at(13);
    EXPECT_EQ(position_text(state, nullptr), "instruction 1,412");
    DebugOverview overview{.length = 2096, .complete = true};
    EXPECT_EQ(position_text(state, &overview), "instruction 1,412 of 2,096");
    overview = {.length = 1000, .complete = false};
    EXPECT_EQ(position_text(state, &overview), "instruction 1,412 of more than 1,412");
}

TEST(DebuggerText, APlaceNamesBlockWarpAndLanes) {
    DebugState state = stop_at(13);
    state.block = {1, 2, 0};
    state.warps.resize(8);
    state.warps[1].active = 0x00ffffff;
    EXPECT_EQ(place_text(state, {{4, 4, 1}, {256, 1, 1}}), "block (1, 2)    warp 1 of 8    24 of 32 lanes active");
    state.warps[1].active = ~0u;
    EXPECT_EQ(place_text(state, {{4, 1, 1}, {256, 1, 1}}), "block 1    warp 1 of 8    all 32 lanes active");
}

}  // namespace
}  // namespace warpwise::ui
