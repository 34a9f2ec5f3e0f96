// The debugger's sessions in a process of its own: what is asked for arrives, what is told comes back, and however the process
// ends, the session says so and the next one works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "base/paths.h"
#include "debug/debug_json.h"
#include "device/interface/debug_session.h"
#include "device/process/remote_device.h"
#include "gpu/devices.h"

namespace warpwise {
namespace {
using namespace testing_devices;
using testing::HasSubstr;

constexpr const char* text = "__global__ void k(float* a, unsigned char* b, int n) { a[0] = n; }";

class RemoteSessionTest : public testing::Test {
  protected:
    void SetUp() override {
        worker_ = executable_dir() / "warpwise-emulated-worker";
        if (!std::filesystem::exists(worker_)) GTEST_SKIP() << worker_ << " is not here";
    }
    // This and session() throw when it does not work, which fails the test: what follows would use what is not there.
    void start(const std::string& habit = "scripted-session", double stop_limit_s = RemoteSettings{}.stop_limit_s) {
        RemoteSettings settings;
        settings.command = {worker_.string(), habit};
        settings.stop_limit_s = stop_limit_s;
        auto device = RemoteDevice::start(std::move(settings));
        if (!device) throw std::runtime_error(device.error().text());
        device_ = std::move(*device);
        auto program = device_->compile({text, "k", "kernel.cu"});
        if (!program) throw std::runtime_error(text_of(program.error()));
        program_ = std::move(*program);
    }
    std::expected<std::unique_ptr<DebugSession>, Fault> opened(const DebugOptions& options = {}) {
        return device_->debug(*program_, line_shape(2, 64),
                              {array_argument("a", a_), array_argument("b", b_, true), scalar_argument("n", DType::i32, 1)},
                              options, {});
    }
    std::unique_ptr<DebugSession> session(const DebugOptions& options = {}) {
        auto made = opened(options);
        if (!made) throw std::runtime_error(text_of(made.error()));
        return std::move(*made);
    }
    static Result<DebugState> run(DebugSession& session, DebugGo go, const std::stop_token& stop = {}) {
        return session.run({.go = go}, stop);
    }
    static void expect_works(DebugSession& session) {
        const auto state = session.run({.go = DebugGo::line, .position = 77}, {});
        ASSERT_TRUE(state.has_value()) << state.error().text();
        EXPECT_EQ(state->position, 77u);
    }
    std::filesystem::path worker_;
    Array a_ = numbers(DType::f32, 1000, 7), b_ = numbers(DType::u8, 3'000'000, 5);
    std::unique_ptr<RemoteDevice> device_;
    std::shared_ptr<Program> program_;
};

TEST_F(RemoteSessionTest, EveryCommandArrivesAndEveryAnswerComesBack) {
    start();
    const DebugOptions options{.block = {1, 2, 3}, .step_budget = ~std::uint64_t{0}};
    const auto debugger = session(options);
    DebugCommand command{.go = DebugGo::to_position, .warp = 3, .line = 9, .address = ~std::uint64_t{0}, .position = 1u << 31};
    command.breakpoints = {{4, "i == 5", 2}, {6, "", std::nullopt}};
    const auto state = debugger->run(command, {});
    ASSERT_TRUE(state.has_value()) << state.error().text();
    EXPECT_EQ(state->position, command.position);
    EXPECT_EQ(state->block, options.block);
    EXPECT_EQ(state->printed, to_json(command).dump());

    const auto arrays = debugger->arrays();
    ASSERT_TRUE(arrays.has_value()) << arrays.error().text();
    ASSERT_EQ(arrays->size(), 2u);
    EXPECT_EQ(arrays->at(1).name, "b");
    EXPECT_EQ(arrays->at(1).space, MemorySpace::shared);
    EXPECT_EQ(arrays->at(1).argument, 1u);
    EXPECT_EQ(arrays->at(1).bytes, 3'000'000u);
    EXPECT_EQ(arrays->at(0).element_bytes, 4u);
    EXPECT_EQ(arrays->at(0).address, ~std::uint64_t{0});

    b_.as<std::uint8_t>()[1] += 1;  // the session has copies
    const auto bytes = debugger->read(arrays->at(1).address, 1000);
    ASSERT_TRUE(bytes.has_value()) << bytes.error().text();
    ASSERT_EQ(bytes->size(), 1000u);
    EXPECT_EQ(std::to_integer<int>(bytes->at(1)), static_cast<int>(b_.value(1)) - 1);
    EXPECT_EQ(debugger->read(arrays->at(0).address, 1 << 20)->size(), 4000u);

    const auto overview = debugger->overview(1'000'000, {});
    ASSERT_TRUE(overview.has_value()) << overview.error().text();
    EXPECT_EQ(overview->length, ~std::uint64_t{0});
    EXPECT_EQ(overview->lines.at(0).function, "k");
    ASSERT_EQ(overview->timeline.size(), 1'000'000u);
    EXPECT_EQ(overview->timeline.back().kind, TimelineSpan::Kind::barrier);
    EXPECT_EQ(overview->timeline.back().end, 1'000'000u);
}

TEST_F(RemoteSessionTest, ARefusalLeavesTheSession) {
    start();
    const auto debugger = session();
    const auto refused = run(*debugger, DebugGo::over);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().text(), "there is nothing to step over. Step");
    expect_works(*debugger);
}

TEST_F(RemoteSessionTest, WhatIsTooLargeForAMessageIsRefusedAndTheSessionGoesOn) {
    start();
    const auto debugger = session();
    const pid_t process = device_->process();
    for (const auto& error : {run(*debugger, DebugGo::back_to_write).error(), debugger->overview(4'000'000, {}).error()})
        EXPECT_THAT(error.message, HasSubstr("too large"));
    expect_works(*debugger);
    EXPECT_EQ(device_->process(), process);
}

TEST_F(RemoteSessionTest, AStopEndsACommandAndLeavesTheSession) {
    start("scripted-session", 20);
    const auto debugger = session();
    std::stop_source stop;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    const auto state = run(*debugger, DebugGo::to_end, stop.get_token());
    canceller.join();
    ASSERT_TRUE(state.has_value()) << state.error().text();
    EXPECT_EQ(state->reason, StopReason::cancelled);
    expect_works(*debugger);
    EXPECT_EQ(run(*debugger, DebugGo::to_end, stop.get_token())->reason, StopReason::cancelled) << "asked for before it began";
}

TEST_F(RemoteSessionTest, ACommandThatDoesNotStopEndsTheSession) {
    start("scripted-session", 0.2);
    const auto debugger = session();
    std::stop_source stop;
    stop.request_stop();
    const auto state = run(*debugger, DebugGo::to_barrier, stop.get_token());
    ASSERT_FALSE(state.has_value());
    EXPECT_THAT(state.error().message, HasSubstr("did not stop in time"));
    expect_works(*session());
}

TEST_F(RemoteSessionTest, SeveralSessionsAndLaunchesShareTheProcess) {
    start();
    auto first = session({.block = {1, 0, 0}});
    const auto second = session({.block = {0, 1, 0}});
    EXPECT_EQ(run(*first, DebugGo::stay)->block, (Dim3{1, 0, 0}));
    EXPECT_EQ(run(*second, DebugGo::stay)->block, (Dim3{0, 1, 0}));
    const LaunchOutcome outcome = device_->launch(
        *program_, line_shape(1, 1), {array_argument("a", a_), array_argument("b", b_), scalar_argument("n", DType::i32, 5)}, {});
    EXPECT_FALSE(outcome.fault.has_value());
    EXPECT_EQ(a_.value(0), 5);
    first.reset();
    expect_works(*second);
}

struct End {
    DebugGo go;
    const char* told;
};
class SessionEnds : public RemoteSessionTest, public testing::WithParamInterface<End> {};
INSTANTIATE_TEST_SUITE_P(Ways, SessionEnds,
                         testing::Values(End{DebugGo::back_to_start, "ended with exit status 7"},
                                         End{DebugGo::out, "out of something"},
                                         End{DebugGo::stay, "was killed by signal 9 (Killed)"}));

TEST_P(SessionEnds, IsAnErrorFromThenOnAndTheNextSessionWorks) {
    start();
    const auto lost = session(), other = session();
    if (GetParam().go == DebugGo::stay) kill(device_->process(), SIGKILL);
    for (int i = 0; i < 2; ++i) {
        const auto state = run(*lost, GetParam().go);
        ASSERT_FALSE(state.has_value());
        EXPECT_THAT(state.error().message, HasSubstr(GetParam().told));
        EXPECT_THAT(state.error().message, HasSubstr("while k was in the debugger"));
        EXPECT_FALSE(state.error().hint.empty());
    }
    expect_works(*session());
    EXPECT_FALSE(lost->arrays().has_value());
    EXPECT_FALSE(other->arrays().has_value()) << "its process is another one by now";
}

TEST_F(RemoteSessionTest, AProcessThatEndsWhileASessionOpensIsAFault) {
    for (const auto& [habit, told] : {std::pair{"dies", "exit status 7"}, {"throws", "out of something"}}) {
        start(habit);
        const auto made = opened();
        ASSERT_FALSE(made.has_value());
        EXPECT_EQ(made.error().kind, FaultKind::device_lost);
        EXPECT_THAT(made.error().message, HasSubstr(told));
    }
}

TEST_F(RemoteSessionTest, ADeviceWithoutADebuggerSaysWhichHasOne) {
    start("");
    const auto made = opened();
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().kind, FaultKind::unsupported);
    EXPECT_THAT(made.error().message, HasSubstr("only the emulator"));
    const auto process = device_->process();
    EXPECT_FALSE(opened().has_value());
    EXPECT_EQ(device_->process(), process) << "a refusal is no reason to end it";
}

}  // namespace
}  // namespace warpwise
