// The table of workloads: every rung of every ladder gives its CPU routine's answer in the emulator, and so does every CPU form.
#include "experiment/workload/workloads.h"

#include <gtest/gtest.h>

#include "device/cpu/routines.h"
#include "device/interface/schedule.h"
#include "experiment/run/device_set.h"
#include "experiment/run/runner.h"
#include "experiment/workload/workload_run.h"

namespace warpwise {
namespace {

RunRecord run(const Workload& workload, const KernelSpec& kernel, DeviceKind device, DeviceSet& devices,
              const ParameterValues& sizes) {
    ExperimentRequest request;
    request.kernel = kernel.id;
    request.device = device;
    request.parameters = sizes;
    request.repeats = 1;
    auto record = run_experiment(workload.lesson, request, devices);
    EXPECT_TRUE(record) << workload.lesson.id << ": " << (record ? "" : record.error().text());
    return record ? std::move(*record) : RunRecord{};
}

RunRecord run(const Workload& workload, const KernelSpec& kernel, DeviceKind device, DeviceSet& devices) {
    return run(workload, kernel, device, devices, workload.small);
}

Workload named(const std::string& id) {
    for (Workload& workload : all_workloads())
        if (workload.lesson.id == id) return workload;
    ADD_FAILURE() << "no workload " << id;
    return {};
}

std::string said(const RunRecord& record) {
    std::string text(name_of(record.status));
    if (record.fault) text += ": " + text_of(*record.fault);
    if (record.check) text += " error " + std::to_string(record.check->max_abs_error);
    return text;
}

TEST(Workloads, EveryKernelGivesItsRoutinesAnswer) {
    DeviceSet devices;
    for (const Workload& workload : all_workloads())
        for (const KernelSpec& kernel : workload.lesson.kernels) {
            const RunRecord record = run(workload, kernel, DeviceKind::emulated, devices);
            ASSERT_TRUE(record.check) << kernel.source << " " << said(record);
            EXPECT_TRUE(record.check->passed) << kernel.source << " " << said(record);
            EXPECT_EQ(record.status, RunStatus::ok) << kernel.source << " " << said(record);
            EXPECT_GT(record.check->compared, 0u) << kernel.source;
        }
}

// The last rungs move 16 bytes at a time and whole tiles: sizes just below and above both, and of one element.
TEST(Workloads, LastRungsTakeRaggedSizes) {
    DeviceSet devices;
    for (const char* id : {"sum", "dot", "scan", "compact", "histogram"}) {
        const Workload workload = named(id);
        for (const std::int64_t n : {1, 3, 15, 17, 1023, 9215, 9216, 9217, 10'239, 10'240, 10'241, 16'388, 40'961}) {
            const RunRecord record = run(workload, workload.best_kernel(), DeviceKind::emulated, devices, {{"n", n}});
            ASSERT_TRUE(record.check) << id << " " << n << " " << said(record);
            EXPECT_TRUE(record.check->passed) << id << " " << n << " " << said(record);
        }
    }
    const Workload workload = named("transpose");
    for (const auto& [rows, cols] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {1, 200}, {130, 3}, {64, 64}, {65, 127}}) {
        const RunRecord record =
            run(workload, workload.best_kernel(), DeviceKind::emulated, devices, {{"rows", rows}, {"cols", cols}});
        ASSERT_TRUE(record.check) << rows << " x " << cols << " " << said(record);
        EXPECT_TRUE(record.check->passed) << rows << " x " << cols << " " << said(record);
    }
}

// Tiles wait for the ones before them: whichever block starts first, none waits for ever, and the order of elements stays.
TEST(Workloads, SinglePassScansEndInAnyOrderOfBlocks) {
    DeviceSet devices;
    for (const char* id : {"scan", "compact"}) {
        const Workload workload = named(id);
        for (const KernelSpec& kernel : workload.lesson.kernels)
            for (const char* schedule : {"reversed", "round-robin", "random:5"}) {
                ExperimentRequest request;
                request.kernel = kernel.id;
                request.parameters = {{"n", std::int64_t{20'003}}};
                request.repeats = 1;
                request.schedule = parse_schedule(schedule).value();
                request.trace = Trace::full;
                const auto record = run_experiment(workload.lesson, request, devices);
                ASSERT_TRUE(record && record->check) << kernel.source << " " << schedule;
                EXPECT_TRUE(record->check->passed) << kernel.source << " " << schedule << " " << said(*record);
                EXPECT_FALSE(record->fault) << kernel.source << " " << schedule << " " << said(*record);
            }
    }
}

TEST(Workloads, CompactionKeepsAllOrNothing) {
    DeviceSet devices;
    for (const char* fill : {"constant=-1", "zeros", "ones"}) {
        Workload workload = named("compact");
        workload.lesson.arrays.front().fill = fill;
        for (const KernelSpec& kernel : workload.lesson.kernels) {
            const RunRecord record = run(workload, kernel, DeviceKind::emulated, devices, {{"n", std::int64_t{20'003}}});
            ASSERT_TRUE(record.check) << kernel.source << " " << fill << " " << said(record);
            EXPECT_TRUE(record.check->passed) << kernel.source << " " << fill << " " << said(record);
            EXPECT_EQ(record.outputs->back().value(0), std::string_view(fill) == "ones" ? 20'003 : 0);
        }
    }
}

TEST(Workloads, EveryFormGivesTheSerialAnswer) {
    DeviceSet devices;
    int libraries = 0;
    for (const Workload& workload : all_workloads())
        for (DeviceKind form : {DeviceKind::cpu_serial, DeviceKind::cpu_vector, DeviceKind::cpu_threads, DeviceKind::cpu_library}) {
            const Routine* routine = find_routine(workload.best_kernel().reference);
            ASSERT_NE(routine, nullptr) << workload.lesson.id;
            if (form == DeviceKind::cpu_library && !routine->check_library(DType::f32)) continue;
            libraries += form == DeviceKind::cpu_library;
            const RunRecord record = run(workload, workload.best_kernel(), form, devices);
            ASSERT_TRUE(record.check) << workload.lesson.id << " " << name_of(form);
            EXPECT_TRUE(record.check->passed) << workload.lesson.id << " " << name_of(form) << " " << said(record);
        }
    if (libraries == 0) GTEST_SKIP() << "neither OpenBLAS nor FFTW is here: the other forms were tested";
}

TEST(Workloads, KnownAnswers) {
    DeviceSet devices;
    for (const Workload& workload : all_workloads()) {
        const RunRecord record = run(workload, workload.best_kernel(), DeviceKind::cpu_serial, devices);
        ASSERT_TRUE(record.outputs);
        const Array& output = record.outputs->front();
        if (workload.lesson.id == "primes") {
            double count = 0;
            for (std::size_t i = 0; i < output.size(); ++i) count += output.value(i);
            EXPECT_EQ(count, 1474);  // below 12,345
        }
        if (workload.lesson.id == "pi") EXPECT_NEAR(4 * output.value(0) / 20'001, 3.1416, 0.05);
        if (workload.lesson.id == "sum") EXPECT_NEAR(output.value(0), 10'000, 200);
        if (workload.lesson.id == "dot") EXPECT_NEAR(output.value(0), 5'000, 200);
        if (workload.lesson.id == "compact") EXPECT_NEAR(record.outputs->back().value(0), 35'000, 600);
        if (workload.lesson.id == "histogram") {
            double count = 0;
            for (std::size_t b = 0; b < output.size(); ++b) count += output.value(b);
            EXPECT_EQ(count, 40'003);
        }
    }
}

TEST(Workloads, TheTableHasARowForEveryForm) {
    DeviceSet devices;
    WorkloadOptions options{.small = true, .repeats = 2, .only = {"sum", "svd"}};
    options.devices = {DeviceKind::cpu_serial, DeviceKind::cpu_threads, DeviceKind::cpu_library};
    std::vector<WorkloadRow> rows;
    ASSERT_TRUE(run_workloads(options, devices, [&](const WorkloadRow& row) { rows.push_back(row); }));
    ASSERT_EQ(rows.size(), 6u);
    for (const WorkloadRow& row : rows) {
        // a time with a passed check, or words why there is none
        if (!row.kernel_ms) {
            EXPECT_FALSE(row.note.empty()) << row.workload;
            continue;
        }
        EXPECT_GT(row.kernel_ms->median_ms, 0) << row.workload;
        ASSERT_TRUE(row.check) << row.workload;
        EXPECT_TRUE(row.check->passed) << row.workload;
    }
    EXPECT_EQ(rows[2].note, "no library for this");
}

TEST(Workloads, AFormThatWouldTakeTooLongIsSkippedAndSaysSo) {
    DeviceSet devices;
    WorkloadOptions options{.limit_s = 1e-6, .only = {"svd"}, .devices = {DeviceKind::cpu_serial}};
    std::vector<WorkloadRow> rows;
    ASSERT_TRUE(run_workloads(options, devices, [&](const WorkloadRow& row) { rows.push_back(row); }));
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_FALSE(rows[0].kernel_ms);
    EXPECT_TRUE(rows[0].note.starts_with("skipped: about ")) << rows[0].note;
}

TEST(Workloads, AnUnknownOneIsAUsageError) {
    DeviceSet devices;
    const auto done = run_workloads({.only = {"summ"}}, devices, [](const WorkloadRow&) {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::usage);
    EXPECT_NE(done.error().hint.find("'sum'"), std::string::npos) << done.error().hint;
}

}  // namespace
}  // namespace warpwise
