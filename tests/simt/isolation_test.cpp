// The emulator in processes of its own: what comes back is what it says in this process, and whatever ends one of them is reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "device/process/emulator_pool.h"
#include "simt/compile/deep_stack.h"

namespace warpwise::test {
namespace {
using testing::HasSubstr;
using testing::Not;

constexpr const char* add_one = "__global__ void add_one(float* a, int n) { int i = threadIdx.x; if (i < n) a[i] += 1; }";
constexpr const char* endless_loop = "__global__ void endless(volatile float* a, int n) { for (n = 1; n != 0; n += 2) a[0] = n; }";
constexpr const char* endless_constant =
    "constexpr int x = [] { int s = 0; for (;;) s = (s + 1) % 7; return s; }();\n__global__ void k(float* a, int n) { a[0] = x; }";

class Isolation : public testing::Test {
  protected:
    void start(double compile_limit_s = 30, std::uint64_t most_compile_bytes = usual_compile_bytes()) {
        auto settings = emulator_settings(most_compile_bytes);
        ASSERT_TRUE(settings.has_value()) << settings.error().text();
        settings->compile_limit_s = compile_limit_s;
        auto pool = EmulatorPool::start(std::move(*settings));
        ASSERT_TRUE(pool.has_value()) << pool.error().text();
        pool_ = std::move(*pool);
    }
    std::shared_ptr<Program> compiled(Device& device, const char* text, const char* entry) {
        auto program = device.compile({text, entry, "kernel.cu"});
        EXPECT_TRUE(program.has_value()) << text_of(program.error());
        return program ? *program : nullptr;
    }
    static LaunchOutcome run(Device& device, Program& program, Array& a, const LaunchOptions& options = {}) {
        KernelArgument array{.name = "a", .array = &a};
        KernelArgument n{.kind = KernelArgument::Kind::scalar, .name = "n", .dtype = DType::i32};
        n.scalar[0] = std::byte{64};
        return device.launch(program, {{1, 1, 1}, {64, 1, 1}, 0}, {array, n}, options);
    }
    void expect_works() {
        const auto program = compiled(*pool_, add_one, "add_one");
        Array a = Array::make(DType::f32, {64}).value();
        const LaunchOutcome outcome = run(*pool_, *program, a);
        ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        EXPECT_EQ(a.value(63), 1);
    }
    std::unique_ptr<EmulatorPool> pool_;
};

TEST_F(Isolation, AllThatTheEmulatorSaysComesThrough) {
    start();
    const auto direct = make_emulated_device();
    constexpr const char* text = R"(__global__ void all(float* a, int n) {
    __shared__ float s[64];
    int unused_one; if (n = 5) {}
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x < 40) a[threadIdx.x] = s[63 - threadIdx.x] + __shfl_sync(0xffff, threadIdx.x, 20);
    if (threadIdx.x == 3) printf("three\n");
})";
    const auto there = compiled(*pool_, text, "all"), here = compiled(*direct, text, "all");
    EXPECT_FALSE(here->warnings.empty());
    EXPECT_EQ(there->warnings, here->warnings);
    EXPECT_EQ(there->parameters[0].type, here->parameters[0].type);
    EXPECT_GT(there->compile_ms, 0);
    const LaunchOptions options{.trace = Trace::full, .watch_thread = 3};
    Array a = Array::make(DType::f32, {64}).value(), b = a;
    const LaunchOutcome one = run(*pool_, *there, a, options), other = run(*direct, *here, b, options);
    EXPECT_EQ(one.fault, other.fault);
    EXPECT_EQ(one.warnings, other.warnings);
    EXPECT_EQ(one.printed, other.printed);
    EXPECT_EQ(one.counters, other.counters);
    EXPECT_EQ(one.readings, other.readings);
    EXPECT_THAT(a.as<float>(), testing::ElementsAreArray(b.as<float>()));
    ASSERT_FALSE(other.watched.empty());
    ASSERT_EQ(one.watched.size(), other.watched.size());
    for (std::size_t i = 0; i < one.watched.size(); ++i) {
        EXPECT_EQ(one.watched[i].line, other.watched[i].line);
        EXPECT_EQ(one.watched[i].argument, other.watched[i].argument);
        EXPECT_EQ(one.watched[i].index, other.watched[i].index);
        EXPECT_EQ(one.watched[i].is_store, other.watched[i].is_store);
        EXPECT_EQ(one.watched[i].value, other.watched[i].value);
    }
}

TEST_F(Isolation, TheMapOfWritersComesThrough) {
    start();
    const auto direct = make_emulated_device();
    const auto there = compiled(*pool_, add_one, "add_one"), here = compiled(*direct, add_one, "add_one");
    const LaunchOptions options{.trace = Trace::full};
    Array a = Array::make(DType::f32, {64}).value(), b = a;
    const LaunchOutcome one = run(*pool_, *there, a, options), other = run(*direct, *here, b, options);
    ASSERT_EQ(other.writes.size(), 1u);
    ASSERT_EQ(one.writes.size(), 1u);
    EXPECT_EQ(one.writes[0].argument, other.writes[0].argument);
    EXPECT_EQ(one.writes[0].writer, other.writes[0].writer);
}

TEST_F(Isolation, ALibraryRoutineAndAWrongTextAreToldAsInThisProcess) {
    start();
    const auto direct = make_emulated_device();
    for (const KernelSource& source : {KernelSource{"", "library:gemm", "cuBLAS"},
                                       {"__global__ void k() { x; }", "k", "kernel.cu"},
                                       {"int f();", "k", "kernel.cu"},
                                       {add_one, "missing", "kernel.cu"}}) {
        const auto there = pool_->compile(source), here = direct->compile(source);
        ASSERT_FALSE(here.has_value());
        ASSERT_FALSE(there.has_value());
        EXPECT_EQ(there.error(), here.error());
    }
}

TEST_F(Isolation, AFaultLeavesTheProcess) {
    start();
    const auto far = compiled(*pool_, "__global__ void far(float* a, int n) { a[n] = 1; }", "far");
    const auto before = pool_->processes();
    Array a = Array::make(DType::f32, {64}).value();
    const LaunchOutcome outcome = run(*pool_, *far, a);
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::out_of_bounds);
    EXPECT_EQ(pool_->processes(), before);
}

TEST_F(Isolation, AKernelOfTooManyRegistersIsRefusedWithItsLine) {
    start();
    std::string text = "__global__ void k(float* a, int n) {\n    int k = threadIdx.x;\n";
    for (int i = 0; i < 40000; ++i) text += "a[k]+=k;\n";
    const auto program = pool_->compile({text + "}\n", "k", "kernel.cu"});
    ASSERT_FALSE(program.has_value());
    EXPECT_THAT(program.error().front().message, HasSubstr("registers per thread"));
    EXPECT_GT(program.error().front().line, 1000);
    expect_works();
}

TEST_F(Isolation, AnExpressionOfAMillionTermsIsAMessage) {
    start(3);
    std::string text = "#define M0 k+k+k+k+k+k+k+k+k+k\n";
    for (int i = 1; i < 7; ++i) {
        const std::string before = "M" + std::to_string(i - 1);
        text += "#define M" + std::to_string(i) + " " + before;
        for (int j = 0; j < 9; ++j) text += "+" + before;
        text += "\n";
    }
    const auto program = pool_->compile({text + "__global__ void k(float* a, int k) { a[0] = M6; }", "k", "kernel.cu"});
    ASSERT_FALSE(program.has_value());
    EXPECT_THAT(program.error().front().message, HasSubstr("the compiler "));
    EXPECT_FALSE(program.error().front().hint.empty());
    expect_works();
}

TEST_F(Isolation, ATextThatNeedsTooMuchMemoryIsToldAsThat) {
    start(30, std::uint64_t{100} << 20);
    std::string text = "#define M0 ,1,1,1,1,1,1,1,1,1,1\n";
    for (int i = 1; i < 6; ++i) {
        text += "#define M" + std::to_string(i);
        for (int j = 0; j < 10; ++j) text += " M" + std::to_string(i - 1);
        text += "\n";
    }
    text += "__constant__ int t[] = {0 M5 M5";  // two million values
    const auto program = pool_->compile({text + "};\n__global__ void k(float* a, int n) { a[0] = t[n]; }", "k", "kernel.cu"});
    ASSERT_FALSE(program.has_value());
    EXPECT_THAT(program.error().front().message, HasSubstr("the compiler needed more than 0.1 GB of memory and was stopped"));
    expect_works();
}

TEST_F(Isolation, ACompilationWithoutEndIsStoppedByTheClock) {
    start(1);
    const auto program = pool_->compile({endless_constant, "k", "kernel.cu"});
    if (program) GTEST_SKIP() << "Clang has come to an end with it";
    EXPECT_FALSE(program.error().front().message.empty());
    expect_works();
}

TEST_F(Isolation, CancelEndsACompilation) {
    start();
    std::string text =
        "template <int N, long I> struct T { static constexpr long v = T<N - 1, 2 * I>::v + T<N - 1, 2 * I + 1>::v; };\n"
        "template <long I> struct T<0, I> { static constexpr long v = 1; };\n"
        "__global__ void k(float* a, int n) { a[0] = T<28, 0>::v; }\n";
    std::stop_source stop;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stop.request_stop();
    });
    const auto program = pool_->compile_until({text, "k", "kernel.cu"}, stop.get_token());
    canceller.join();
    ASSERT_FALSE(program.has_value());
    EXPECT_THAT(text_of(program.error()), Not(HasSubstr("did not end within"))) << "its own limit ended it";
    expect_works();
}

TEST_F(Isolation, AProcessKilledInMidRunIsAFaultAndTheNextRunWorks) {
    start();
    const auto loop = compiled(*pool_, endless_loop, "endless");
    Array a = Array::make(DType::f32, {64}).value();
    std::thread killer([pid = pool_->processes().at(0)] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        kill(pid, SIGKILL);
    });
    const LaunchOutcome outcome = run(*pool_, *loop, a, {.step_budget = ~std::uint64_t{0}});
    killer.join();
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::device_lost);
    EXPECT_THAT(outcome.fault->message, HasSubstr("the emulator's process was killed by signal 9"));
    EXPECT_FALSE(outcome.fault->hint.empty());
    expect_works();
}

TEST_F(Isolation, CancelOfARunKeepsTheProcess) {
    start();
    const auto loop = compiled(*pool_, endless_loop, "endless");
    const auto before = pool_->processes();
    Array a = Array::make(DType::f32, {64}).value();
    std::stop_source stop;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        stop.request_stop();
    });
    const LaunchOutcome outcome = run(*pool_, *loop, a, {.step_budget = ~std::uint64_t{0}, .stop = stop.get_token()});
    canceller.join();
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_EQ(pool_->processes(), before);
}

TEST_F(Isolation, ATextIsCheckedWhileALongRunGoesOnAndItsEndTakesNoRunWithIt) {
    start();
    const auto loop = compiled(*pool_, endless_loop, "endless");
    std::stop_source stop;
    LaunchOutcome outcome;
    Array a = Array::make(DType::f32, {64}).value();
    std::thread runner([&] { outcome = run(*pool_, *loop, a, {.step_budget = ~std::uint64_t{0}, .stop = stop.get_token()}); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    expect_works();
    ASSERT_EQ(pool_->processes().size(), 2u);
    kill(pool_->processes().at(1), SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // it ends while it is idle: no text is to blame
    expect_works();
    stop.request_stop();
    runner.join();
    EXPECT_TRUE(outcome.cancelled) << "the run went on until it was cancelled";
}

TEST_F(Isolation, ALaunchLargerThanWhatIsKeptWorksTwice) {
    start();
    const auto program =
        compiled(*pool_, "__global__ void ends(float* a, int n) { a[0] += 1; a[150000000 - n + 63] += 2; }", "ends");
    for (int i = 1; i <= 2; ++i) {
        Array a = Array::make(DType::f32, {150'000'000}).value();  // 600 MB
        const LaunchOutcome outcome = run(*pool_, *program, a, {.trace = Trace::none});
        ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        EXPECT_GE(a.value(0), 1);
        EXPECT_GE(a.value(149'999'999), 2);
    }
    expect_works();
}

// So that the volatile array is on the stack of every call.
int endless_calls(int depth) {
    volatile char room[4096];
    room[depth % 4096] = 1;
    return depth < 0 ? 0 : endless_calls(depth + 1) + room[depth % 4096];
}
int some_calls(int depth) {
    volatile char room[4096];
    room[depth % 4096] = 1;
    return depth == 0 ? 0 : some_calls(depth - 1) + room[depth % 4096];
}

TEST(DeepStack, IsDeepAndPassesOnWhatIsThrown) {
    int calls = 0;
    simt::run_on_deep_stack([&] { calls = some_calls(100000); });  // 400 MB
    EXPECT_EQ(calls, 100000);
    EXPECT_THROW(simt::run_on_deep_stack([] { throw std::runtime_error("said there"); }), std::runtime_error);
}

TEST(DeepStackDeathTest, ItsEndIsAnExitStatus) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            simt::exit_when_deep_stack_ends(77);
            simt::run_on_deep_stack([] { endless_calls(1); });
        },
        testing::ExitedWithCode(77), "");
}

TEST(IsolationWithoutItsProgram, SaysWhatIsMissing) {
    auto settings = emulator_settings();
    ASSERT_TRUE(settings.has_value());
    settings->command = {"/no/such/warpwise-emulator"};
    const auto pool = EmulatorPool::start(std::move(*settings));
    ASSERT_FALSE(pool.has_value());
    EXPECT_EQ(pool.error().kind, ErrorKind::device_missing);
    EXPECT_THAT(pool.error().message, HasSubstr("/no/such/warpwise-emulator"));
}

}  // namespace
}  // namespace warpwise::test
