// What the timings view says of a record: first run apart from the later ones, figures, rates, and what was not timed.
#include "ui/timing/timings_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiment/run/execution.h"

namespace warpwise::ui {
namespace {

RunRecord timed(DeviceKind kind, std::vector<double> kernel_ms) {
    RunRecord record = new_record({kind, "a device", {}});
    record.phases.push_back(measured_phase("compile", 300, {}));
    record.phases.push_back(measured_phase("copy_in", 2, {1, 1, 1}));
    record.phases.push_back(measured_phase("kernel", 8, std::move(kernel_ms)));
    return record;
}

TimingRow row_of(const RunRecord& record) {
    const RunRecord* records[] = {&record};
    return timing_row(record.device.kind, records);
}

std::string figure(const TimingRow& row, std::string_view label) {
    const auto found = std::ranges::find(row.figures, label, &TimingFigure::label);
    return found != row.figures.end() ? found->value : "";
}

TEST(TimingRows, TheFirstRunStandsApartFromTheLaterOnes) {
    const TimingRow row = row_of(timed(DeviceKind::cuda, {0.5, 0.5, 0.5, 0.5, 0.5}));
    ASSERT_TRUE(row.first);
    EXPECT_EQ(row.first->total_ms(), 310);
    ASSERT_EQ(row.bars.size(), 1u);
    EXPECT_EQ(row.bars[0].total_ms(), 1.5);  // without compiling
    EXPECT_EQ(row.first_text, "first run 310 ms, 210 times as long as a later one");
    EXPECT_EQ(row.source, "measured here");
    EXPECT_FALSE(row.recorded);
}

// Neither a count nor the time of an earlier text stands beside a text that did not run.
TEST(TimingRows, WhatDoesNotCompileHasNoTime) {
    for (const DeviceKind kind : {DeviceKind::emulated, DeviceKind::cuda}) {
        RunRecord record = timed(kind, {});
        record.phases.clear();
        record.status = RunStatus::error;
        record.diagnostics.push_back({.severity = Severity::error, .message = "expected expression"});
        const RunRecord before = timed(kind, {1, 1, 1, 1, 1});
        const RunRecord* records[] = {&before, &record};
        const TimingRow row = timing_row(kind, records);
        EXPECT_EQ(row.source, "does not compile");
        EXPECT_EQ(row.text, "no time: it did not run");
        EXPECT_TRUE(row.bars.empty());
    }
}

// The timeline shows how long it took; the sum of what overlapped is not how long it took.
TEST(TimingRows, WhatOverlapsIsNotAddedUp) {
    RunRecord record = timed(DeviceKind::cuda, {2, 2, 2, 2, 2});
    record.phases.push_back(measured_phase("total", 9, {2.5, 2.5, 2.5}));
    EXPECT_EQ(row_of(record).bars[0].elapsed_ms, 0);  // one stream: one phase after the other
    record.streams = 4;
    const TimingRow row = row_of(record);
    EXPECT_EQ(row.bars[0].elapsed_ms, 2.5);
    EXPECT_NE(row.text.find("all 2.5 ms (3 ms one after the other)"), std::string::npos) << row.text;
}

// A narrow row says less, and every text is whole: a time without its unit is none.
TEST(TimingRows, BriefTextsLeaveOutTheSamplesAndThenTheOverlap) {
    RunRecord record = timed(DeviceKind::cuda, {2, 2, 2, 2, 2});
    const TimingRow row = row_of(record);
    EXPECT_EQ(row.text, "kernel 2 ms (median of 5, MAD below 0.1 %), all 3 ms");
    EXPECT_EQ(row.briefs, std::vector<std::string>{"kernel 2 ms, all 3 ms"});
    EXPECT_EQ(row.first_brief, "first run 310 ms");
    record.phases.push_back(measured_phase("total", 9, {2.5, 2.5, 2.5}));
    record.streams = 4;
    EXPECT_EQ(row_of(record).briefs,
              (std::vector<std::string>{"kernel 2 ms, all 2.5 ms (3 ms one after the other)", "kernel 2 ms, all 2.5 ms"}));
    EXPECT_EQ(row_of(timed(DeviceKind::cuda, {2})).text, "kernel 2 ms (1 sample, too few), all 3 ms");
}

TEST(TimingRows, FiguresOfTheSamplesAndTheRates) {
    RunRecord record = timed(DeviceKind::cuda, {2, 2, 2, 2, 7});
    record.flops = 4e9;
    record.bytes = 6e6;
    const TimingRow row = row_of(record);
    EXPECT_EQ(figure(row, "median"), "2.00 ms");
    EXPECT_EQ(figure(row, "MAD"), "0 ns (0.0 %)");
    EXPECT_EQ(figure(row, "mean ± std"), "3.00 ms ± 2.00 ms");
    EXPECT_EQ(figure(row, "min"), "2.00 ms");
    EXPECT_EQ(figure(row, "moved"), "3.00 GB/s");
    EXPECT_EQ(figure(row, "computed"), "2.00 TFLOP/s");
    EXPECT_EQ(row.kernel.samples_ms.size(), 5u);
    EXPECT_EQ(row.marked.count(4), 1u);  // the slow one
}

TEST(TimingRows, NoWorkStatedNoRates) {
    const TimingRow row = row_of(timed(DeviceKind::cpu_serial, {2, 2, 2, 2, 2}));
    EXPECT_EQ(figure(row, "moved"), "");
    EXPECT_EQ(figure(row, "computed"), "");
}

TEST(TimingRows, TheEmulatorHasOnlyTheTimeItCompiled) {
    RunRecord record = new_record({DeviceKind::emulated, "SIMT emulator", {}});
    record.phases.push_back(measured_phase("compile", 40, {}));
    record.flops = 1e9;
    const TimingRow row = row_of(record);
    EXPECT_TRUE(row.counted_only);
    EXPECT_TRUE(row.bars.empty());
    EXPECT_TRUE(row.figures.empty());
    EXPECT_EQ(row.first_text, "compiled for the emulator in 40 ms, measured here");
    EXPECT_EQ(row.text, "GPU time: not measured, emulated");
}

TEST(TimingRows, ARecordingSaysSoWithItsDate) {
    RunRecord record = timed(DeviceKind::recorded, {1, 1, 1, 1, 1});
    record.date = "2026-11-20T10:00:00Z";
    const TimingRow row = row_of(record);
    EXPECT_TRUE(row.recorded);
    EXPECT_EQ(row.source, "recorded on 2026-11-20");
}

TEST(TimingRows, RatesAndFactorsRead) {
    EXPECT_EQ(rate_text(3350, "B/s"), "3.35 TB/s");
    EXPECT_EQ(rate_text(512.4, "B/s"), "512 GB/s");
    EXPECT_EQ(rate_text(0.0881, "FLOP/s"), "88.1 MFLOP/s");
    EXPECT_EQ(rate_text(999.99, "B/s"), "1.00 TB/s");
    EXPECT_EQ(rate_tick(0.001, "FLOP/s"), "1 MFLOP/s");
    EXPECT_EQ(rate_tick(100, "FLOP/s"), "100 GFLOP/s");
    EXPECT_EQ(times_text(1.84), "1.8 times");
    EXPECT_EQ(times_text(206.7), "210 times");
    EXPECT_EQ(times_text(28727), "29,000 times");
}

TEST(AchievedRates, AreTheStatedWorkByTheKernelsTime) {
    RunRecord record = timed(DeviceKind::cuda, {2, 2, 2});
    record.flops = 4e9;
    const AchievedRates rates = achieved_rates(record);
    EXPECT_DOUBLE_EQ(rates.gflop_s.value_or(0), 2000);
    EXPECT_FALSE(rates.gb_s);
    const nlohmann::json work = to_json(record)["work"];
    EXPECT_EQ(work["flops"], 4e9);
    EXPECT_EQ(work["gflop_s"], 2000.0);
    EXPECT_TRUE(work["bytes"].is_null());
    const auto back = record_from_json(to_json(record));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->flops, 4e9);
}

TEST(AchievedRates, NothingFromTheEmulatorOrWithoutATime) {
    RunRecord record = new_record({DeviceKind::emulated, "SIMT emulator", {}});
    record.flops = 4e9;
    EXPECT_FALSE(achieved_rates(record).gflop_s);
    EXPECT_TRUE(to_json(record)["work"]["gflop_s"].is_null());
    record.device.kind = DeviceKind::cuda;
    EXPECT_FALSE(achieved_rates(record).gflop_s);
    record.flops.reset();
    EXPECT_TRUE(to_json(record)["work"].is_null());
}

}  // namespace
}  // namespace warpwise::ui
