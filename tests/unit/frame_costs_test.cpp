// What a frame costs on each path: medians of what was measured here, and what a recorded run tells of it.
#include "ui/timing/frame_costs.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

PartTimes host_frame(double kernel, double colours, double upload) {
    PartTimes times{};
    times[static_cast<std::size_t>(FramePart::kernel)] = kernel;
    times[static_cast<std::size_t>(FramePart::colours)] = colours;
    times[static_cast<std::size_t>(FramePart::upload)] = upload;
    return times;
}

std::optional<double> part_of(const FrameCost& cost, FramePart part) { return cost.ms[static_cast<std::size_t>(part)]; }

TEST(FrameCosts, ARowForEachPathWithTheMedianOfItsFrames) {
    FrameLog log;
    for (const double kernel : {3.0, 100.0, 2.0}) log.note("heat", "CPU, all threads", host_frame(kernel, 0.5, 0.25));
    log.note("heat", "CPU, one thread", host_frame(8, 0.5, 0.25));
    const auto costs = frame_costs(log, {}, 1);
    ASSERT_EQ(costs.size(), 2u);
    EXPECT_EQ(costs[0].path, "CPU, all threads");
    EXPECT_EQ(part_of(costs[0], FramePart::kernel), 3.0);
    EXPECT_EQ(costs[0].source, "measured here, median of 3 frames");
    EXPECT_DOUBLE_EQ(costs[0].total_ms(), 3.75);
    EXPECT_EQ(costs[1].source, "measured here, median of 1 frame");
    EXPECT_FALSE(part_of(costs[0], FramePart::map)) << "what a path does not have is absent and not zero";
    EXPECT_EQ(cost_text(costs[0]), "kernel 3 ms + colours 500 µs + upload 250 µs = 3.75 ms");
}

TEST(FrameCosts, AVeryShortTimeHasAUnitThatFits) {
    FrameLog log;
    log.note("life", "GPU", host_frame(3e-5, 0.5, 0.25));
    EXPECT_EQ(cost_text(frame_costs(log, {}, 1)[0]), "kernel 30 ns + colours 500 µs + upload 250 µs = 750 µs");
}

TEST(FrameCosts, OtherValuesStartAnewAndOldFramesAreForgotten) {
    FrameLog log;
    for (std::size_t i = 0; i < 2 * FrameLog::kMostFrames; ++i)
        log.note("a", "path", host_frame(i < FrameLog::kMostFrames ? 100 : 1, 0, 0));
    EXPECT_EQ(log.paths().front().frames, FrameLog::kMostFrames);
    EXPECT_EQ(log.paths().front().median[static_cast<std::size_t>(FramePart::kernel)], 1.0);
    log.note("b", "path", host_frame(5, 0, 0));
    EXPECT_EQ(log.paths().front().frames, 1u);
}

TEST(FrameCosts, ARecordedRunTellsOfItsKernelAndItsCopyAlone) {
    RunRecord record;
    record.device.name = "NVIDIA H200";
    record.date = "2026-11-21T10:00:00";
    for (const auto& [name, ms] : {std::pair{"kernel", 0.003}, {"copy_in", 9.0}, {"copy_out", 0.03}}) {
        RecordedPhase phase;
        phase.name = name;
        phase.source = "recorded";
        phase.measurement = measure({ms, ms, ms});
        record.phases.push_back(phase);
    }
    const auto costs = frame_costs({}, {&record}, 4);
    ASSERT_EQ(costs.size(), 1u);
    EXPECT_TRUE(costs[0].recorded);
    EXPECT_EQ(costs[0].path, "NVIDIA H200, copied");
    EXPECT_EQ(costs[0].source, "recorded on 2026-11-21, kernel and copy alone, 4 launches of 3 µs");
    EXPECT_DOUBLE_EQ(*part_of(costs[0], FramePart::kernel), 0.012) << "a frame of four steps launches four times";
    EXPECT_EQ(part_of(costs[0], FramePart::copy_out), 0.03);
    EXPECT_FALSE(part_of(costs[0], FramePart::upload));
    record.phases.clear();
    EXPECT_TRUE(frame_costs({}, {&record}, 1).empty()) << "nothing is made up for a run without times";
}

}  // namespace
}  // namespace warpwise::ui
