// The debugger on the emulator in processes of its own: it says what it says in this process, it holds no run up, and whatever ends
// a process ends the session alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "base/clock.h"
#include "debug/debug_json.h"
#include "device/interface/debug_session.h"
#include "device/process/emulator_pool.h"
#include "temporary_folder.h"

namespace warpwise::test {
namespace {
using testing::HasSubstr;

constexpr const char* blocks_text = R"(__constant__ float factors[4] = {1, 2, 3, 4};
__device__ int counter = 3;
__global__ void scale(const float* a, float* b, int n) {
    __shared__ float tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = a[i] * factors[i % 4];
    __syncthreads();
    if (threadIdx.x % 3 == 0) {
        b[i] = tile[63 - threadIdx.x];
    } else {
        b[i] = -1;
    }
    if (i == 0) printf("%d\n", n + counter);
}
)";
// Goes through 2^31 numbers or so, each a new one, so that no proof of an endless loop ends it while a test runs.
constexpr const char* endless =
    "__global__ void endless(volatile float* a, float* b, int n) {\n"
    "    for (unsigned i = n; i != 0x7fffffffu; i = i * 1664525u + 1013904223u) b[0] += a[0];\n}\n";
constexpr std::uint64_t no_budget = ~std::uint64_t{0};

class IsolatedSession : public testing::Test {
  protected:
    void SetUp() override {
        auto settings = emulator_settings();
        ASSERT_TRUE(settings.has_value()) << settings.error().text();
        settings->compile_limit_s = 4;  // a text that needs longer is one of those meant to
        auto pool = EmulatorPool::start(std::move(*settings));
        ASSERT_TRUE(pool.has_value()) << pool.error().text();
        pool_ = std::move(*pool);
        for (std::size_t i = 0; i < a_.size(); ++i) a_.as<float>()[i] = static_cast<float>(i);
    }
    static std::shared_ptr<Program> compiled(Device& device, const char* text, const char* entry) {
        auto program = device.compile({text, entry, "kernel.cu"});
        EXPECT_TRUE(program.has_value()) << text_of(program.error());
        return program ? *program : nullptr;
    }
    std::vector<KernelArgument> arguments() {
        KernelArgument n{.kind = KernelArgument::Kind::scalar, .name = "n", .dtype = DType::i32};
        n.scalar[0] = std::byte{64};
        return {{.name = "a", .array = &a_, .read_only = true}, {.name = "b", .array = &b_}, n};
    }
    std::expected<std::unique_ptr<DebugSession>, Fault> opened(Device& device, Program& program, const DebugOptions& options = {},
                                                               LaunchShape shape = {{4, 1, 1}, {64, 1, 1}, 0}) {
        return device.debug(program, shape, arguments(), options, {});
    }
    std::unique_ptr<DebugSession> session(Device& device, Program& program, const DebugOptions& options = {},
                                          LaunchShape shape = {{4, 1, 1}, {64, 1, 1}, 0}) {
        auto made = opened(device, program, options, shape);
        EXPECT_TRUE(made.has_value()) << text_of(made.error());
        return made ? std::move(*made) : nullptr;
    }
    static DebugState go(DebugSession& session, const DebugCommand& command, const std::stop_token& stop = {}) {
        auto state = session.run(command, stop);
        EXPECT_TRUE(state.has_value()) << state.error().text();
        return state.value_or(DebugState{});
    }
    void expect_runs(Program& program) {
        std::ranges::fill(b_.as<float>(), 0.f);
        const LaunchOutcome outcome = pool_->launch(program, {{4, 1, 1}, {64, 1, 1}, 0}, arguments(), {});
        ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        EXPECT_EQ(b_.value(1), -1);
        std::ranges::fill(b_.as<float>(), 0.f);
    }
    Array a_ = Array::make(DType::f32, {256}).value(), b_ = a_;
    std::unique_ptr<EmulatorPool> pool_;
};

TEST_F(IsolatedSession, SaysWhatItSaysInThisProcess) {
    const auto direct = make_emulated_device();
    const auto there = compiled(*pool_, blocks_text, "scale"), here = compiled(*direct, blocks_text, "scale");
    const DebugOptions options{.block = {1, 0, 0}, .before = BlocksBefore::all_run};
    const auto one = session(*pool_, *there, options), other = session(*direct, *here, options);
    std::vector<DebugCommand> commands(30, {.go = DebugGo::line, .warp = 1});
    commands.push_back({.go = DebugGo::to_end});
    commands.push_back({.go = DebugGo::back_line, .warp = 1});
    for (const DebugCommand& command : commands) {
        const DebugState found = go(*one, command), wanted = go(*other, command);
        EXPECT_EQ(to_json(found), to_json(wanted));
        EXPECT_EQ(found.block, options.block);
    }
    const auto overview = one->overview(1'000'000, {});
    ASSERT_TRUE(overview.has_value()) << overview.error().text();
    EXPECT_GT(overview->length, 0u);
    EXPECT_FALSE(overview->timeline.empty());
    EXPECT_EQ(to_json(*overview), to_json(other->overview(1'000'000, {}).value()));
    const auto accesses = one->accesses({}, {});
    ASSERT_TRUE(accesses.has_value()) << accesses.error().text();
    EXPECT_FALSE(accesses->accesses.empty());
    EXPECT_EQ(to_json(*accesses), to_json(other->accesses({}, {}).value()));
    for (const float value : b_.as<float>()) EXPECT_EQ(value, 0) << "the caller's arrays stay as they are";
}

TEST_F(IsolatedSession, ShowsTheArraysAndTheirBytes) {
    const auto program = compiled(*pool_, blocks_text, "scale");
    const auto debugger = session(*pool_, *program, {.block = {1, 0, 0}});
    go(*debugger, {.go = DebugGo::to_end});
    const auto arrays = debugger->arrays();
    ASSERT_TRUE(arrays.has_value()) << arrays.error().text();
    const auto named = [&](const char* name) {
        const auto found = std::ranges::find(*arrays, name, &DebugArray::name);
        EXPECT_NE(found, arrays->end()) << name;
        return found != arrays->end() ? *found : DebugArray{};
    };
    const auto floats = [&](const char* name) {
        const DebugArray array = named(name);
        EXPECT_EQ(array.element_bytes, 4u) << name;
        const auto bytes = debugger->read(array.address, std::uint64_t{1} << 40);
        EXPECT_TRUE(bytes.has_value()) << bytes.error().text();
        std::vector<float> values(array.bytes / 4);
        if (!bytes || bytes->size() != array.bytes)
            ADD_FAILURE() << name;
        else
            std::memcpy(values.data(), bytes->data(), bytes->size());
        return values;
    };
    EXPECT_EQ(named("a").argument, 0u);
    EXPECT_EQ(named("b").argument, 1u);
    EXPECT_EQ(named("tile").space, MemorySpace::shared);
    EXPECT_EQ(named("factors").space, MemorySpace::constant);
    EXPECT_EQ(named("counter").space, MemorySpace::global);
    EXPECT_THAT(floats("a"), testing::ElementsAreArray(a_.as<float>()));
    EXPECT_EQ(floats("factors"), (std::vector<float>{1, 2, 3, 4}));
    const std::vector<float> tile = floats("tile"), b = floats("b");
    for (std::size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(tile.at(i), static_cast<float>(64 + i) * static_cast<float>(i % 4 + 1));
        EXPECT_EQ(b.at(64 + i), i % 3 == 0 ? tile.at(63 - i) : -1);
        EXPECT_EQ(b.at(i), 0) << "the block before has not run";
    }
    EXPECT_EQ(debugger->read(named("b").address + 1020, 8)->size(), 4u) << "the array ends there";
    const auto nowhere = debugger->read(12, 4);
    ASSERT_FALSE(nowhere.has_value());
    EXPECT_THAT(nowhere.error().message, HasSubstr("0xc"));
}

TEST_F(IsolatedSession, AnArrayLiesWhereItsAccessesAre) {
    const auto program = compiled(*pool_, blocks_text, "scale");
    const auto debugger = session(*pool_, *program);
    const auto arrays = debugger->arrays().value();
    std::set<std::string> accessed;
    for (DebugState state = go(*debugger, {.go = DebugGo::stay}); !state.frames.empty();
         state = go(*debugger, {.go = DebugGo::line}))
        for (const DebugAccess& access : state.next) {
            const auto array = std::ranges::find(arrays, access.array, &DebugArray::name);
            if (array == arrays.end() || access.mask == 0) continue;
            const auto lane = static_cast<std::size_t>(std::countr_zero(access.mask));
            const std::uint64_t at = array->address + static_cast<std::uint64_t>(access.elements[lane]) * array->element_bytes;
            EXPECT_EQ(at, access.addresses[lane]) << access.array;
            EXPECT_TRUE(debugger->read(at, 4).has_value()) << access.array;
            accessed.insert(access.array);
        }
    EXPECT_EQ(accessed, (std::set<std::string>{"a", "b", "counter", "factors", "tile"}));
}

TEST_F(IsolatedSession, TwoArgumentsOfOneArrayAreOneArray) {
    const auto program = compiled(
        *pool_, "__global__ void through(float* a, float* b, int n) { a[threadIdx.x] = n; b[threadIdx.x] += 1; }", "through");
    auto twice = arguments();
    twice[0] = twice[1];
    auto made = pool_->debug(*program, {{1, 1, 1}, {64, 1, 1}, 0}, twice, {}, {});
    ASSERT_TRUE(made.has_value()) << text_of(made.error());
    go(**made, {.go = DebugGo::to_end});
    for (const DebugArray& array : (*made)->arrays().value()) {
        float value = 0;
        std::memcpy(&value, (*made)->read(array.address, 4).value().data(), 4);
        EXPECT_EQ(value, 65) << array.name;
    }
}

TEST_F(IsolatedSession, WhatALaunchRefusesItRefusesInTheSameWords) {
    const auto program = compiled(*pool_, blocks_text, "scale");
    const LaunchShape too_large{{1, 1, 1}, {2048, 1, 1}, 0}, too_much{{1, 1, 1}, {64, 1, 1}, 1 << 20},
        fine{{1, 1, 1}, {64, 1, 1}, 0};
    for (const LaunchShape& shape : {too_large, too_much})
        EXPECT_EQ(opened(*pool_, *program, {}, shape).error(), pool_->launch(*program, shape, arguments(), {}).fault);
    EXPECT_EQ(pool_->debug(*program, fine, {}, {}, {}).error(), pool_->launch(*program, fine, {}, {}).fault);
    EXPECT_EQ(opened(*pool_, *program, {.memory_budget = 100}).error(),
              pool_->launch(*program, fine, arguments(), {.memory_budget = 100}).fault);
    const auto outside = opened(*pool_, *program, {.block = {4, 0, 0}});
    ASSERT_FALSE(outside.has_value()) << "there is no such block";
    EXPECT_FALSE(outside.error().message.empty());
    const auto direct = make_emulated_device();
    EXPECT_EQ(opened(*direct, *program).error(), other_devices_program());
    expect_runs(*program);
}

TEST_F(IsolatedSession, AStopEndsACommandAndTheSessionGoesOn) {
    const auto loop = compiled(*pool_, endless, "endless");
    const auto before = pool_->processes();
    a_.as<float>()[0] = 0;
    const auto debugger = session(*pool_, *loop, {.step_budget = no_budget});
    std::stop_source stop;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stop.request_stop();
    });
    const DebugState state = go(*debugger, {.go = DebugGo::to_end}, stop.get_token());
    canceller.join();
    EXPECT_EQ(state.reason, StopReason::cancelled);
    EXPECT_GT(state.position, 0u);
    EXPECT_LT(go(*debugger, {.go = DebugGo::back_to_start}).position, 10u) << "at the first statement";
    EXPECT_EQ(pool_->processes(), before);
}

TEST_F(IsolatedSession, AProcessKilledInMidSessionIsAnErrorAndTheNextSessionWorks) {
    const auto loop = compiled(*pool_, endless, "endless"), fine = compiled(*pool_, blocks_text, "scale");
    auto debugger = session(*pool_, *loop, {.step_budget = no_budget});
    std::thread killer([pid = pool_->processes().at(0)] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        kill(pid, SIGKILL);
    });
    const auto state = debugger->run({.go = DebugGo::to_end}, {});
    killer.join();
    ASSERT_FALSE(state.has_value());
    EXPECT_THAT(state.error().message,
                HasSubstr("the emulator's process was killed by signal 9 (Killed) while endless was in the"));
    EXPECT_FALSE(state.error().hint.empty());
    EXPECT_EQ(debugger->arrays().error().message, state.error().message);
    debugger.reset();
    const auto next = session(*pool_, *fine);
    EXPECT_EQ(go(*next, {.go = DebugGo::to_end}).reason, StopReason::end);
    expect_runs(*fine);
}

TEST_F(IsolatedSession, HostileTextsEndNoSession) {
    const auto fine = compiled(*pool_, blocks_text, "scale");
    const auto debugger = session(*pool_, *fine);
    const DebugState before = go(*debugger, {.go = DebugGo::line});
    std::string terms = "#define M0 k+k+k+k+k+k+k+k+k+k\n";
    for (int i = 1; i < 7; ++i) {
        const std::string shorter = "M" + std::to_string(i - 1);
        terms += "#define M" + std::to_string(i) + " " + shorter;
        for (int j = 0; j < 9; ++j) terms += "+" + shorter;
        terms += "\n";
    }
    EXPECT_FALSE(pool_->compile({terms + "__global__ void k(float* a, int k) { a[0] = M6; }", "k", "kernel.cu"}).has_value());
    EXPECT_EQ(to_json(go(*debugger, {.go = DebugGo::stay}))["variables"], to_json(before)["variables"]);
    // a large tree of variables, calls without end, and a fault at once
    for (const auto& [text, entry] : {std::pair{"struct A { int x[64][64]; }; struct B { A a[8]; };\n"
                                                "__global__ void wide(float* a, float* b, int n) {\n"
                                                "    B all;\n"
                                                "    for (int i = 0; i < n; ++i) all.a[i % 8].x[i][i] = i;\n"
                                                "    b[0] = all.a[n % 8].x[n - 1][n - 1];\n}",
                                                "wide"},
                                      std::pair{"__device__ __noinline__ int deep(volatile int* n, int i) {\n"
                                                "    return *n < 0 ? i : deep(n, i + 1) + *n;\n}\n"
                                                "__global__ void deep_one(float* a, float* b, int n) { b[0] = deep(&n, 0); }",
                                                "deep_one"},
                                      std::pair{"__global__ void far(float* a, float* b, int n) { b[1ll << 40] = n; }", "far"}}) {
        const auto program = compiled(*pool_, text, entry);
        const auto hostile = session(*pool_, *program);
        for (int i = 0; i < 20; ++i) go(*hostile, {.go = DebugGo::line});
        const DebugState end = go(*hostile, {.go = DebugGo::to_end});
        EXPECT_TRUE(end.reason == StopReason::end || end.reason == StopReason::fault) << name_of(end.reason);
        EXPECT_LT(go(*hostile, {.go = DebugGo::back_to_start}).position, 10u) << entry;
    }
    expect_runs(*fine);
}

TEST_F(IsolatedSession, AnyBlockOfAMillionThreadsIsEnteredAtOnce) {
    const auto program = compiled(*pool_, "__global__ void k(const float* a, float* b, int n) { b[threadIdx.x] = a[0]; }", "k");
    for (const std::uint32_t block : {0u, 4095u, 2'147'483'646u}) {
        const LaunchShape shape{{block == 0 ? 4096 : block + 1, 1, 1}, {256, 1, 1}, 0};
        const auto debugger = session(*pool_, *program, {.block = {block, 0, 0}}, shape);
        const DebugState state = go(*debugger, {.go = DebugGo::stay});
        EXPECT_LT(state.position, 100u) << block;
        EXPECT_EQ(state.block, (Dim3{block, 0, 0}));
        EXPECT_EQ(state.warps.size(), 8u);
    }
}

// Peak memory of the processes, in MiB.
std::size_t peak_mb(EmulatorPool& pool) {
    std::size_t most = 0;
    for (const pid_t process : pool.processes()) {
        std::ifstream status("/proc/" + std::to_string(process) + "/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("VmHWM:")) most = std::max(most, std::stoul(line.substr(6)) >> 10);
    }
    return most;
}

// 4,990 statements of a kernel, each on a line of its own.
TEST_F(IsolatedSession, AFileOfFiveThousandLinesIsEnteredAtOnce) {
    std::string text = "__global__ void k(const float* a, float* b, int n) {\n    unsigned x = threadIdx.x;\n";
    int last = 2;
    for (; last < 4'992; ++last) text += "    x = x * " + std::to_string(2 * last + 1) + "u + n;\n";
    text += "    b[threadIdx.x] = x;\n}\n";
    while (std::ranges::count(text, '\n') < 5'000) text += "// the end\n";
    const auto program = compiled(*pool_, text.c_str(), "k");
    const auto debugger = session(*pool_, *program);
    DebugState state = go(*debugger, {.go = DebugGo::stay});
    EXPECT_LT(state.position, 100u);
    EXPECT_EQ(state.frames.at(0).line, 2);
    state = go(*debugger, {.go = DebugGo::to_line, .line = last + 1});
    EXPECT_EQ(state.frames.at(0).line, last + 1);
    state = go(*debugger, {.go = DebugGo::back_line});
    EXPECT_EQ(state.frames.at(0).line, last);
    EXPECT_EQ(go(*debugger, {.go = DebugGo::to_end}).reason, StopReason::end);
}

TEST_F(IsolatedSession, ARecursionWithoutEndIsAFaultInBoundedMemory) {
    const auto program = compiled(*pool_,
                                  "__device__ __noinline__ int deep(volatile int* n, int i) {\n"
                                  "    return *n < 0 ? i : deep(n, i + 1) + *n;\n}\n"
                                  "__global__ void k(float* a, float* b, int n) { b[threadIdx.x % 256] = deep(&n, 0); }",
                                  "k");
    for (const std::uint32_t threads : {32u, 1024u}) {
        const auto begin = std::chrono::steady_clock::now();
        const auto debugger = session(*pool_, *program, {}, {{1, 1, 1}, {threads, 1, 1}, 0});
        EXPECT_EQ(go(*debugger, {.go = DebugGo::stay}).frames.at(0).line, 4);
        const DebugState end = go(*debugger, {.go = DebugGo::to_end});
        EXPECT_EQ(end.reason, StopReason::fault);
        ASSERT_TRUE(end.fault);
        EXPECT_EQ(end.fault->kind, FaultKind::stack_overflow);
        EXPECT_EQ(end.fault->line, 2) << end.fault->message;
        EXPECT_FALSE(end.fault->hint.empty());
        EXPECT_LE(end.frames.size(), kMostDebugFrames + 1);
        const DebugState back = go(*debugger, {.go = DebugGo::back_line, .warp = end.warp});
        EXPECT_LT(back.position, end.position);
        RecordProperty("seconds_" + std::to_string(threads), std::to_string(seconds_since(begin)));
        RecordProperty("peak_mb_" + std::to_string(threads), static_cast<int>(peak_mb(*pool_)));
    }
    EXPECT_LT(peak_mb(*pool_), 3'000u);
}

// The last block alone is entered at once; with all blocks before it, some 20 billion warp instructions come first, and one can
// stop.
TEST_F(IsolatedSession, TheLargestGridIsEnteredAtOnceAndStopped) {
    const auto program = compiled(*pool_, "__global__ void k(const float* a, float* b, int n) { b[threadIdx.x] = a[0]; }", "k");
    const LaunchShape shape{{2'147'483'647, 1, 1}, {64, 1, 1}, 0};
    {
        const auto debugger = session(*pool_, *program, {.block = {2'147'483'646, 0, 0}}, shape);
        EXPECT_EQ(go(*debugger, {.go = DebugGo::to_end}).reason, StopReason::end);
        const DebugState entry = go(*debugger, {.go = DebugGo::back_to_start});
        EXPECT_EQ(entry.reason, StopReason::entry);
        EXPECT_LT(entry.position, 100u);
    }
    std::stop_source stop;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stop.request_stop();
    });
    const auto stopped = pool_->debug(*program, shape, arguments(),
                                      {.block = {2'147'483'646, 0, 0}, .before = BlocksBefore::all_run}, stop.get_token());
    canceller.join();
    ASSERT_FALSE(stopped.has_value());
    EXPECT_EQ(stopped.error().message, "cancelled");
    EXPECT_LT(peak_mb(*pool_), 1'000u);
    const auto again = session(*pool_, *program, {.block = {5, 0, 0}, .before = BlocksBefore::all_run}, shape);
    EXPECT_EQ(go(*again, {.go = DebugGo::to_end}).reason, StopReason::end);
}

TEST_F(IsolatedSession, TheLastBlockOfAMillionThreadsAfterAllOthersIsEnteredAtOnce) {
    const auto program =
        compiled(*pool_, "__global__ void k(const float* a, float* b, int n) { atomicAdd(&b[threadIdx.x], 1.f); }", "k");
    const auto debugger =
        session(*pool_, *program, {.block = {4095, 0, 0}, .before = BlocksBefore::all_run}, {{4096, 1, 1}, {256, 1, 1}, 0});
    EXPECT_EQ(go(*debugger, {.go = DebugGo::to_end}).reason, StopReason::end);
    for (const DebugArray& array : debugger->arrays().value()) {
        float value = 0;
        std::memcpy(&value, debugger->read(array.address, 4).value().data(), 4);
        if (array.name == "b") EXPECT_EQ(value, 4096);
    }
    EXPECT_LT(peak_mb(*pool_), 1'000u);
}

TEST_F(IsolatedSession, SessionsHaveProcessesOfTheirOwnAndHoldNoRunUp) {
    const auto program = compiled(*pool_, blocks_text, "scale");
    const auto first = pool_->processes();
    std::vector<std::unique_ptr<DebugSession>> sessions;
    for (std::uint32_t i = 0; i < 4; ++i) sessions.push_back(session(*pool_, *program, {.block = {i, 0, 0}}));
    EXPECT_EQ(pool_->processes().size(), 4u);
    EXPECT_EQ(pool_->processes().front(), first.front()) << "the first of them took the process that was idle";
    expect_runs(*program);
    EXPECT_EQ(pool_->processes().size(), 5u);

    const auto one_more = opened(*pool_, *program);
    ASSERT_FALSE(one_more.has_value());
    EXPECT_THAT(one_more.error().message, HasSubstr("4 launches are already open in the debugger"));

    for (std::uint32_t i = 0; i < 4; ++i) {
        const DebugState state = go(*sessions[i], {.go = DebugGo::line, .warp = 1});
        EXPECT_EQ(state.block, (Dim3{i, 0, 0}));
        EXPECT_EQ(state.warp, 1u);
    }
    kill(pool_->processes().at(1), SIGKILL);
    EXPECT_FALSE(sessions[1]->arrays().has_value());
    EXPECT_TRUE(sessions[2]->arrays().has_value());
    sessions.clear();
    EXPECT_LE(pool_->processes().size(), 4u) << "no more stay than requests need";
    expect_runs(*program);
    EXPECT_EQ(go(*session(*pool_, *program), {.go = DebugGo::to_end}).reason, StopReason::end);
}

TEST_F(IsolatedSession, ARunGoesOnBesideABusySession) {
    const auto loop = compiled(*pool_, endless, "endless"), fine = compiled(*pool_, blocks_text, "scale");
    const auto debugger = session(*pool_, *loop, {.step_budget = no_budget});
    std::stop_source stop;
    DebugState state;
    std::thread runner([&] { state = go(*debugger, {.go = DebugGo::to_end}, stop.get_token()); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    expect_runs(*fine);
    stop.request_stop();
    runner.join();
    EXPECT_EQ(state.reason, StopReason::cancelled) << "the session ran until it was cancelled";
}

// A link to the emulator's program, which goes away after the first process: no other starts.
TEST(IsolatedSessionAlone, WhereNoOtherProcessStartsARunSaysSoUntilTheSessionEnds) {
    auto settings = emulator_settings();
    ASSERT_TRUE(settings.has_value()) << settings.error().text();
    auto folder = std::make_optional<TemporaryFolder>();
    std::filesystem::create_symlink(settings->command.front(), folder->path() / "emulator");
    settings->command.front() = folder->path() / "emulator";
    auto made = EmulatorPool::start(std::move(*settings));
    folder.reset();
    ASSERT_TRUE(made.has_value()) << made.error().text();
    EmulatorPool& pool = **made;
    const auto program = pool.compile({"__global__ void k() {}", "k", "kernel.cu"});
    ASSERT_TRUE(program.has_value()) << text_of(program.error());
    const LaunchShape shape{{1, 1, 1}, {32, 1, 1}, 0};
    auto debugger = pool.debug(**program, shape, {}, {}, {});
    ASSERT_TRUE(debugger.has_value()) << text_of(debugger.error());

    const auto run = pool.launch(**program, shape, {}, {});
    ASSERT_TRUE(run.fault.has_value());
    EXPECT_EQ(run.fault->kind, FaultKind::device_lost);
    EXPECT_THAT(run.fault->message, HasSubstr("the emulator's process"));
    const auto text = pool.compile({"__global__ void l() {}", "l", "kernel.cu"});
    ASSERT_FALSE(text.has_value());
    EXPECT_EQ(text.error().front().message, run.fault->message);
    EXPECT_EQ(pool.debug(**program, shape, {}, {}, {}).error().message, run.fault->message);

    debugger->reset();
    EXPECT_FALSE(pool.launch(**program, shape, {}, {}).fault.has_value());
}

}  // namespace
}  // namespace warpwise::test
