#include "ui/run/result_text.h"
#include "ui/threads/thread_grid_facts.h"
#include "ui/workbench/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace warpwise::ui {
namespace {

RunRecord record_of(DeviceKind kind) {
    RunRecord record;
    record.device = {kind, "a device", {}};
    record.dtype = "f32";
    record.launch = {{4, 1, 1}, {32, 1, 1}, 0};
    record.check = Check{};
    record.check->passed = true;
    record.check->compared = 100;
    return record;
}

const ResultRow* find_row(const std::vector<ResultRow>& rows, std::string_view label) {
    const auto found = std::ranges::find(rows, label, &ResultRow::label);
    return found != rows.end() ? &*found : nullptr;
}

TEST(Verdict, OfNothingSaysWhatToDo) {
    const Verdict verdict = verdict_of(std::vector<const RunRecord*>{});
    EXPECT_EQ(verdict.tone, VerdictTone::neutral);
    EXPECT_NE(verdict.lines.at(0).find("F5"), std::string::npos);
}

TEST(Verdict, IsGoodOnlyWhenEveryDeviceIs) {
    const RunRecord emulated = record_of(DeviceKind::emulated), serial = record_of(DeviceKind::cpu_serial);
    EXPECT_EQ(verdict_of({&emulated, &serial}).title, "Correct on all devices");
    RunRecord gpu = record_of(DeviceKind::cuda);
    gpu.status = RunStatus::wrong;
    gpu.check->passed = false;
    gpu.check->differing = 35;
    gpu.check->first_difference = Check::Difference{"a", 0, "2", "1"};
    const Verdict verdict = verdict_of({&emulated, &gpu, &serial});
    EXPECT_EQ(verdict.tone, VerdictTone::wrong);
    EXPECT_EQ(verdict.title, "Wrong on a device");
    EXPECT_EQ(verdict.lines.at(0), "35 of 100 elements differ from the CPU routine");
    EXPECT_EQ(verdict.lines.at(1), "First: a[0] expected 2, found 1");
}

TEST(Verdict, TellsFaultsAndCompileErrors) {
    RunRecord fault = record_of(DeviceKind::emulated);
    fault.status = RunStatus::fault;
    fault.fault = Fault{.kind = FaultKind::out_of_bounds, .message = "Thread 4 of block 3 writes a[100]", .hint = "Test the index"};
    EXPECT_EQ(verdict_of(fault).title, "Out of bounds on the emulator");
    EXPECT_EQ(verdict_of(fault).lines, (std::vector<std::string>{"Thread 4 of block 3 writes a[100]", "Test the index"}));
    RunRecord broken = record_of(DeviceKind::emulated);
    broken.status = RunStatus::error;
    broken.diagnostics = {{.file = "k.cu", .line = 5, .message = "expected ';'", .hint = {}}};
    EXPECT_EQ(verdict_of(broken).title, "Does not compile: 1 error");
    EXPECT_EQ(verdict_of(broken).lines.at(0), "Line 5: expected ';'");
}

TEST(Verdict, OfARaceSaysThatAnotherOrderGivesAnotherAnswer) {
    const std::string luck = "With a race the result depends on the order in which the threads run, and a GPU promises none.";
    RunRecord race = record_of(DeviceKind::emulated);
    race.status = RunStatus::fault;
    race.fault = Fault{.kind = FaultKind::data_race, .message = "Two threads write a[0]", .hint = "Use an atomic"};
    const Verdict lucky = verdict_of(race);  // the array came out right this time
    EXPECT_EQ(std::ranges::count(lucky.lines, luck), 1);
    race.check->passed = false;
    race.check->differing = 100;
    const Verdict verdict = verdict_of(race);
    EXPECT_EQ(verdict.title, "100 of 100 elements differ");
    EXPECT_EQ(std::ranges::count(verdict.lines, luck), 1);
    EXPECT_EQ(verdict.lines.back(), "Use an atomic");
    race.fault->kind = FaultKind::out_of_bounds;
    EXPECT_EQ(std::ranges::count(verdict_of(race).lines, luck), 0);
}

TEST(ResultRows, SectorsComeWithWhatIsBestForTheDtype) {
    RunRecord record = record_of(DeviceKind::emulated);
    record.counters = {{"global_load_requests", 4}, {"global_load_sectors", 16}};
    const auto rows = counter_rows(record);
    const ResultRow* row = find_row(rows, "load sectors / request");
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->value, "4.0");
    EXPECT_EQ(row->note, "full warp: 4");
    EXPECT_EQ(find_row(rows, "store sectors / request"), nullptr);
    EXPECT_EQ(find_row(rows, "warps run")->value, "4");
    record.dtype = "f64";
    const auto wide = counter_rows(record);
    EXPECT_EQ(find_row(wide, "load sectors / request")->note, "full warp: 8");
}

TEST(ResultRows, SectorsAreThoseOfTheArraysAndNotOfTheLessonsDtype) {
    RunRecord record = record_of(DeviceKind::emulated);
    record.dtype = "u64";  // as the lesson's parameter says
    record.counters = {
        {"global_load_requests", 4}, {"global_load_sectors", 16}, {"global_store_requests", 4}, {"global_store_sectors", 4}};
    const auto named = [](const char* name, DType dtype) {
        Array array = *Array::make(dtype, {32});
        array.name = name;
        return array;
    };
    record.inputs = std::make_shared<const std::vector<Array>>(std::vector{named("a", DType::f32), named("out", DType::u8)});
    record.outputs = std::make_shared<const std::vector<Array>>(std::vector{named("out", DType::u8)});
    const auto rows = counter_rows(record);
    EXPECT_EQ(find_row(rows, "load sectors / request")->note, "full warp: 4");
    EXPECT_EQ(find_row(rows, "store sectors / request")->note, "full warp: 1");
    // loads of 4 and of 8 bytes have no best of their own
    record.inputs = std::make_shared<const std::vector<Array>>(std::vector{named("a", DType::f32), named("b", DType::f64)});
    EXPECT_EQ(find_row(counter_rows(record), "load sectors / request")->note, "");
}

TEST(ResultRows, TheEmulatorHasNoTimeAndARecordingIsToldApart) {
    const RunRecord emulated = record_of(DeviceKind::emulated);
    RunRecord gpu = record_of(DeviceKind::cuda);
    gpu.phases = {{.name = "kernel", .source = "recorded", .cold_ms = {}, .measurement = measure({1, 2, 3, 4, 5})}};
    const auto rows = time_rows({&emulated, &gpu});
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].value, "not measured: emulated");
    EXPECT_EQ(rows[0].origin, Origin::absent);
    EXPECT_EQ(rows[1].value, "3.00 ms");
    EXPECT_EQ(rows[1].origin, Origin::recorded);
}

TEST(ResultRows, CsvQuotesWhatNeedsIt) {
    EXPECT_EQ(
        rows_as_csv({{.label = "warps", .value = "1,024", .note = "a \"b\"", .origin = Origin::counted, .term = {}, .help = {}}}),
        "what,value,note,origin\nwarps,\"1,024\",\"a \"\"b\"\"\",counted\n");
}

TEST(Places, AreToldInTheAxesOfTheLaunch) {
    EXPECT_EQ(place_text({3, 0, 0}, {4, 1, 1}), "3");
    EXPECT_EQ(place_text({3, 0, 0}, {4, 2, 1}), "(3, 0)");
    EXPECT_EQ(place_text({3, 0, 1}, {4, 1, 1}), "(3, 0, 1)");
    RunRecord record = record_of(DeviceKind::emulated);
    EXPECT_EQ(linear_thread(record, Dim3{3, 0, 0}, Dim3{4, 0, 0}), 100u);
    EXPECT_EQ(linear_thread(record, std::nullopt, Dim3{4, 0, 0}), std::nullopt);
}

}  // namespace
}  // namespace warpwise::ui
