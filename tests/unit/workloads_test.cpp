// The table of workloads: every rung of every ladder gives its CPU routine's answer in the emulator, and so does every CPU form.
#include "experiment/workload/workloads.h"

#include <gtest/gtest.h>

#include "device/cpu/routines.h"
#include "experiment/run/device_set.h"
#include "experiment/run/runner.h"
#include "experiment/workload/workload_run.h"

namespace warpwise {
namespace {

RunRecord run(const Workload& workload, const KernelSpec& kernel, DeviceKind device, DeviceSet& devices) {
    ExperimentRequest request;
    request.kernel = kernel.id;
    request.device = device;
    request.parameters = workload.small;
    request.repeats = 1;
    auto record = run_experiment(workload.lesson, request, devices);
    EXPECT_TRUE(record) << workload.lesson.id << ": " << (record ? "" : record.error().text());
    return record ? std::move(*record) : RunRecord{};
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
