// Ceilings: their file, their place in a recording, their kernels against their CPU routines, and what the roofline makes of them.
#include "experiment/record/ceilings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "device/cpu/routines.h"
#include "experiment/record/record.h"
#include "experiment/record/recording.h"
#include "experiment/run/device_set.h"
#include "experiment/run/execution.h"
#include "experiment/run/inputs.h"
#include "experiment/run/measure_ceilings.h"
#include "ui/timing/roofline_points.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

Ceilings some_ceilings() {
    Ceilings c;
    c.device = DeviceKind::cuda;
    c.device_name = "NVIDIA H200";
    c.date = "2026-11-21T05:08:47Z";
    c.copy_gb_s = 4000;
    c.fma_f32_gflop_s = 60000;
    return c;
}

TEST(Ceilings, AreKeptAndReadBack) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "kept" / "ceilings.json";
    EXPECT_TRUE(load_ceilings(file).value().empty());
    ASSERT_TRUE(save_ceilings(file, {some_ceilings()}));
    const auto back = load_ceilings(file);
    ASSERT_TRUE(back) << back.error().text();
    ASSERT_EQ(back->size(), 1u);
    EXPECT_EQ(back->front(), some_ceilings());
    EXPECT_FALSE(back->front().fma_f64_gflop_s);
}

TEST(Ceilings, AFileOfAnotherKindIsAnErrorThatSaysWhatToDo) {
    const test::TemporaryFolder folder;
    for (const char* text :
         {"", "[]", "{\"schema\": \"warpwise.ceilings/9\", \"ceilings\": []}",
          "{\"schema\": \"warpwise.ceilings/1\", \"ceilings\": [{}]}",
          "{\"schema\": \"warpwise.ceilings/1\", \"ceilings\": [{\"device\": {\"kind\": \"x\", \"name\": \"\"}}]}"}) {
        folder.write("ceilings.json", text);
        EXPECT_FALSE(load_ceilings(folder.path() / "ceilings.json")) << text;
    }
}

TEST(Ceilings, ARecordingCarriesThem) {
    const test::TemporaryFolder folder;
    Recording recording;
    recording.device_name = "NVIDIA H200";
    recording.date = "2026-11-21T05:08:47Z";
    recording.ceilings = {some_ceilings()};
    ASSERT_TRUE(save_recording(folder.path() / "a.json", recording));
    const Recordings loaded = load_recordings({folder.path()});
    EXPECT_TRUE(loaded.problems.empty()) << text_of(loaded.problems);
    ASSERT_EQ(loaded.files.size(), 1u);
    ASSERT_EQ(loaded.files[0].ceilings.size(), 1u);
    EXPECT_TRUE(loaded.files[0].ceilings[0].recorded);
    EXPECT_EQ(loaded.files[0].ceilings[0].copy_gb_s, 4000);
}

TEST(Ceilings, TheEmulatorHasNone) {
    DeviceSet devices;
    const auto measured = measure_ceilings(DeviceKind::emulated, devices);
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().kind, ErrorKind::usage);
}

KernelArgument scalar(DType dtype, double value) {
    KernelArgument argument;
    argument.kind = KernelArgument::Kind::scalar;
    argument.dtype = dtype;
    visit_dtype(dtype, [&]<typename T>() {
        const T converted = static_cast<T>(value);
        std::memcpy(argument.scalar.data(), &converted, sizeof converted);
    });
    return argument;
}

// What the emulator makes of the kernel.
Array emulated(const std::string& source, const std::string& entry, std::vector<Array> arrays,
               const std::vector<KernelArgument>& scalars, std::uint32_t blocks) {
    const auto device = make_emulated_device();
    const auto program = device->compile({read_file(WARPWISE_SOURCE_DIR "/kernels/" + source).value(), entry, source});
    EXPECT_TRUE(program) << (program ? "" : text_of(program.error()));
    if (!program) return {};
    std::vector<KernelArgument> arguments(arrays.size());
    for (std::size_t i = 0; i < arrays.size(); ++i) arguments[i].array = &arrays[i];
    arguments.insert(arguments.end(), scalars.begin(), scalars.end());
    const LaunchOutcome outcome = device->launch(**program, {{blocks, 1, 1}, {64, 1, 1}, 0}, arguments, {});
    EXPECT_FALSE(outcome.fault) << (outcome.fault ? text_of(*outcome.fault) : "");
    return arrays.back();
}

Array routine_result(RoutineFunction function, std::vector<Array> arrays, const std::vector<KernelArgument>& scalars) {
    std::vector<KernelArgument> arguments(arrays.size());
    for (std::size_t i = 0; i < arrays.size(); ++i) arguments[i].array = &arrays[i];
    arguments.insert(arguments.end(), scalars.begin(), scalars.end());
    function({arguments, {}, 0});
    return arrays.back();
}

TEST(Ceilings, EveryFormOfTheMultiplyAddsDoesTheKernelsWork) {
    const Routine* routine = find_routine("ceiling_fma");
    ASSERT_NE(routine, nullptr);
    for (const DType dtype : {DType::f32, DType::f64}) {
        Array a = Array::make(dtype, {203}).value();
        ASSERT_TRUE(fill_array(a, "uniform", 1, 0));
        // few steps, so that the chains have not settled and every one of them shows
        const std::vector<KernelArgument> scalars{scalar(dtype, 0.5), scalar(dtype, 0.5), scalar(DType::i32, 3),
                                                  scalar(DType::i32, 203)};
        const Array expected =
            emulated("ceilings/2_fma.cu", dtype == DType::f32 ? "ceiling_fma<float>" : "ceiling_fma<double>", {a}, scalars, 4);
        for (const RoutineFunction form : {routine->serial, routine->vector, routine->threads}) {
            const Array found = routine_result(form, {a}, scalars);
            for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found.value(i), expected.value(i), 1e-5) << i;
        }
        EXPECT_GT(std::abs(expected.value(0) - a.value(0)), 1);
    }
}

TEST(Ceilings, EveryFormOfTheCopyCopiesAll) {
    const Routine* routine = find_routine("ceiling_copy");
    ASSERT_NE(routine, nullptr);
    Array from = Array::make(DType::f32, {4 * 1001}).value(), to = Array::make(DType::f32, {4 * 1001}).value();
    ASSERT_TRUE(fill_array(from, "uniform", 1, 0));
    const std::vector<KernelArgument> scalars{scalar(DType::i32, 1001)};
    const auto same = [&](const Array& found) {
        return found.size_bytes() == from.size_bytes() && std::memcmp(found.data(), from.data(), from.size_bytes()) == 0;
    };
    EXPECT_TRUE(same(emulated("ceilings/1_copy.cu", "ceiling_copy", {from, to}, scalars, 4)));
    for (const RoutineFunction form : {routine->serial, routine->vector, routine->threads})
        EXPECT_TRUE(same(routine_result(form, {from, to}, scalars)));
}

TEST(Roofline, ARoofRisesWithTheBandwidthAndIsFlatAtThePeak) {
    const auto roofs = ui::roofs_of({some_ceilings()}, DType::f32);
    ASSERT_EQ(roofs.size(), 1u);
    EXPECT_EQ(roofs[0].ridge(), 15);
    EXPECT_EQ(roofs[0].at(0.25), 1000);
    EXPECT_EQ(roofs[0].at(100), 60000);
    EXPECT_TRUE(ui::roofs_of({some_ceilings()}, DType::f64).empty());  // it was not measured
    EXPECT_TRUE(ui::roofs_of({some_ceilings()}, DType::i32).empty());
}

TEST(Roofline, ARecordedMachinesCpuHasARoofToo) {
    Ceilings cpu = some_ceilings();
    cpu.device = DeviceKind::cpu_threads;
    cpu.recorded = true;
    const auto roofs = ui::roofs_of({cpu}, DType::f32);
    ASSERT_EQ(roofs.size(), 1u);
    EXPECT_TRUE(roofs[0].recorded);
}

// Near its roof a run is limited by it; far below, by neither of its sides.
TEST(Roofline, ARunIsJudgedByHowNearItsRoofItLies) {
    const ui::Roof gpu{DeviceKind::cuda, false, 0, "a GPU", "", 1000, 10000};  // the ridge is at 10
    const auto of_gpu = [&](double flop_per_byte, double gflop_s) {
        return ui::judgement({DeviceKind::cuda, false, 0, flop_per_byte, gflop_s}, gpu);
    };
    EXPECT_EQ(of_gpu(1, 600), "60 % of what a GPU can do at this intensity: memory is the limit");
    EXPECT_EQ(of_gpu(100, 9000), "90 % of what a GPU can do at this intensity: arithmetic is the limit");
    EXPECT_EQ(
        of_gpu(1, 230),
        "23 % of what a GPU can do at this intensity: neither roof is near; latency, too few threads or the launch is likelier to "
        "limit it");
    EXPECT_THAT(of_gpu(100, 2300), ::testing::HasSubstr("neither roof"));
    EXPECT_THAT(of_gpu(1, 4), ::testing::StartsWith("0.4 % of"));
    EXPECT_THAT(of_gpu(1, 1500), ::testing::HasSubstr("cache"));
    const ui::Roof core{DeviceKind::cpu_serial, false, 0, "a core", "", 20, 20};
    EXPECT_EQ(ui::judgement({DeviceKind::cpu_serial, false, 0, 1, 4}, core),
              "20 % of what a core can do at this intensity: neither roof is near; latency is likelier to limit it");
}

TEST(Roofline, ARunLiesWhereItsWorkAndTimeSay) {
    RunRecord record = new_record({DeviceKind::cuda, "NVIDIA H200", {}});
    record.phases.push_back(measured_phase("kernel", 1, {2, 2, 2}));
    EXPECT_FALSE(ui::roof_point(record));
    record.flops = 1e9;
    record.bytes = 4e9;
    const auto point = ui::roof_point(record);
    ASSERT_TRUE(point);
    EXPECT_EQ(point->flop_per_byte, 0.25);
    EXPECT_EQ(point->gflop_s, 500);
    EXPECT_FALSE(point->recorded);
    EXPECT_EQ(ui::judgement(*point, ui::roofs_of({some_ceilings()}, DType::f32)[0]),
              "50 % of what NVIDIA H200 can do at this intensity: neither roof is near; latency, too few threads or the launch is "
              "likelier to limit it");
    record.device.kind = DeviceKind::emulated;
    EXPECT_FALSE(ui::roof_point(record));
}

}  // namespace
}  // namespace warpwise
