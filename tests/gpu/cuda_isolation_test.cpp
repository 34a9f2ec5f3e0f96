// What kernels may do to the GPU's process: each ends in a fault that says what happened, and the next run works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "device/process/remote_device.h"
#include "gpu/devices.h"

namespace warpwise {
namespace {
using namespace testing_devices;
using testing::HasSubstr;

constexpr const char* kAddOne = "__global__ void add_one(int* a) { a[threadIdx.x] = a[threadIdx.x] + 1; }";
constexpr const char* kFarWrite = "__global__ void far_write(int* a) { a[(1ll << 40) + threadIdx.x] = 1; }";
constexpr const char* kEndless = "__global__ void endless(volatile int* a) { while (a[0] == 0) {} }";

class CudaIsolation : public OnDevice {
  protected:
    LaunchOutcome run(Program& program, const LaunchOptions& options = {}) {
        Array a = make_array(DType::i32, 32);
        return device_->launch(program, line_shape(1, 32), {array_argument("a", a)}, options);
    }
    void expect_works_again() {
        const auto program = compiled(kAddOne, "add_one");
        ASSERT_NE(program, nullptr);
        Array a = make_array(DType::i32, 32);
        const LaunchOutcome outcome = device_->launch(*program, line_shape(1, 32), {array_argument("a", a)}, {});
        ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        EXPECT_EQ(a.value(31), 1);
        // the start of a process and its context, a few hundred milliseconds, is in no phase
        const auto total = std::ranges::find(outcome.phases, "total", &Phase::name);
        ASSERT_NE(total, outcome.phases.end());
        EXPECT_LT(total->cold_ms.value_or(1e9), 100);
    }
    void expect_fault(const LaunchOutcome& outcome, FaultKind kind) {
        ASSERT_TRUE(outcome.fault.has_value());
        EXPECT_EQ(outcome.fault->kind, kind) << text_of(*outcome.fault);
        EXPECT_FALSE(outcome.fault->hint.empty());
    }
    pid_t process() const { return dynamic_cast<RemoteDevice*>(device_)->process(); }
};
INSTANTIATE_TEST_SUITE_P(Gpu, CudaIsolation, testing::Values(DeviceKind::cuda), device_name);

TEST_P(CudaIsolation, AnEndlessKernelIsStoppedByTheClock) {
    const auto program = compiled(kEndless, "endless");
    ASSERT_NE(program, nullptr);
    const LaunchOutcome outcome = run(*program, {.time_budget_s = 1});
    expect_fault(outcome, FaultKind::step_budget);
    EXPECT_THAT(outcome.fault->message, HasSubstr("did not end within 1 s"));
    expect_works_again();
}

TEST_P(CudaIsolation, CancelStopsAnEndlessKernel) {
    const auto program = compiled(kEndless, "endless");
    ASSERT_NE(program, nullptr);
    std::stop_source stop;
    std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stop.request_stop();
    });
    const LaunchOutcome outcome = run(*program, {.stop = stop.get_token()});
    EXPECT_TRUE(outcome.cancelled);
    expect_works_again();
}

TEST_P(CudaIsolation, AKilledProcessIsALostDeviceUntilTheNextRun) {
    const auto program = compiled(kEndless, "endless");
    ASSERT_NE(program, nullptr);
    std::jthread killer([pid = process()] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        kill(pid, SIGKILL);
    });
    expect_fault(run(*program), FaultKind::device_lost);
    expect_works_again();
}

struct Planted {
    const char* text;
    FaultKind kind;
};

TEST_P(CudaIsolation, EveryStickyErrorIsAFaultAndNoEnd) {
    const std::vector<Planted> planted{
        {"__global__ void bad(int* a) { *(volatile int*)((char*)a + 1) = 1; }", FaultKind::misaligned},
        {"__global__ void bad(int* a) { *(volatile int*)(8 * (threadIdx.x & 1)) = 1; }", FaultKind::out_of_bounds},
        {"#include <cassert>\n__global__ void bad(int* a) { assert(a[0] == 1); }", FaultKind::assert_failed},
        {"__global__ void bad(int* a) { asm(\"trap;\"); }", FaultKind::device_lost}};
    for (const Planted& plant : planted) {
        SCOPED_TRACE(plant.text);
        const auto program = compiled(plant.text, "bad");
        ASSERT_NE(program, nullptr);
        expect_fault(run(*program), plant.kind);
        expect_works_again();
    }
}

TEST_P(CudaIsolation, AFailedAssertSaysWhereAndWhich) {
    const auto program = compiled(
        "#include <cassert>\n__global__ void check(int* a) {\n    assert(a[threadIdx.x] == 0 && threadIdx.x < 31);\n}\n", "check");
    ASSERT_NE(program, nullptr);
    const LaunchOutcome outcome = run(*program);
    expect_fault(outcome, FaultKind::assert_failed);
    EXPECT_EQ(outcome.fault->file, "kernel.cu") << text_of(*outcome.fault);
    EXPECT_EQ(outcome.fault->line, 3) << text_of(*outcome.fault);
    EXPECT_EQ(outcome.fault->block, (Dim3{0, 0, 0}));
    EXPECT_EQ(outcome.fault->thread, (Dim3{31, 0, 0}));
    EXPECT_THAT(outcome.fault->message, HasSubstr("fails the assertion 'a[threadIdx.x] == 0 && threadIdx.x < 31'"));
    expect_works_again();
}

TEST_P(CudaIsolation, AHundredFaultsInARow) {
    const auto good = compiled(kAddOne, "add_one"), bad = compiled(kFarWrite, "far_write");
    ASSERT_NE(good, nullptr);
    ASSERT_NE(bad, nullptr);
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; ++i) {
        const LaunchOutcome outcome = run(*bad);
        ASSERT_TRUE(outcome.fault.has_value());
        ASSERT_EQ(outcome.fault->kind, FaultKind::out_of_bounds) << text_of(*outcome.fault);
        if (i % 10 != 9) continue;
        const LaunchOutcome after = run(*good);
        ASSERT_FALSE(after.fault.has_value()) << text_of(*after.fault);
    }
    const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    RecordProperty("seconds_a_fault", std::to_string(s / 110));
    printf("100 illegal writes were 100 faults, and 10 runs between them were right; %.2f s for each\n", s / 110);
}

}  // namespace
}  // namespace warpwise
