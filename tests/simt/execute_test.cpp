// Launches as a whole: threads, schedules, write maps, watching, cancelling, limits.
#include <sys/resource.h>

#include <chrono>
#include <thread>

#include "simt/emulator.h"

namespace warpwise::test {
namespace {

const char* const mix_kernel = R"(
__global__ void mix(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : 0;
    for (int k = 0; k < i % 13; ++k) value = value * 31 + (value & 1 ? k : i);
    if (i < n) out[i] = value;
})";

// A warp may use 16 MB of registers and uses a few hundred bytes: what it never touches costs nothing, at the tenth launch either.
TEST(Execute, LaunchesOneAfterTheOtherTouchLittleMemory) {
    const auto touched_pages = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_minflt;
    };
    Array in = zeros(DType::i32, 256), out = zeros(DType::i32, 256);
    LaunchOptions options;
    options.threads = 1;
    const std::vector<KernelArgument> arguments{argument(in), argument(out), scalar(256)};
    const auto device = make_emulated_device();
    const auto program = device->compile({mix_kernel, "mix", "kernel.cu"});
    ASSERT_TRUE(program);
    constexpr int launches = 10;
    const long before = touched_pages();
    for (int i = 0; i < launches; ++i) EXPECT_FALSE(device->launch(**program, shape_of(1, 256), arguments, options).fault);
    EXPECT_LT((touched_pages() - before) / launches, 1000);
}

TEST(Execute, ResultsDoNotDependOnHostThreadsOrSchedule) {
    constexpr int n = 10000;
    std::vector<int> values(n), expected(n);
    for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = i * 7919 % 1000;
    for (int i = 0; i < n; ++i) {
        auto value = static_cast<std::uint32_t>(values[static_cast<std::size_t>(i)]);
        for (int k = 0; k < i % 13; ++k) value = value * 31 + static_cast<std::uint32_t>(value & 1 ? k : i);
        expected[static_cast<std::size_t>(i)] = static_cast<int>(value);
    }
    for (const Schedule schedule : every_schedule) {
        for (const int threads : {1, 3}) {
            Array in = array_of(DType::i32, values), out = zeros(DType::i32, n);
            LaunchOptions options;
            options.threads = threads;
            options.schedule = schedule;
            const auto outcome = run(mix_kernel, "mix", shape_of(79, 128), {argument(in), argument(out), scalar(n)}, options);
            EXPECT_FALSE(outcome.fault) << fault_text(outcome);
            EXPECT_TRUE(std::ranges::equal(out.as<int>(), expected));
        }
    }
}

TEST(Execute, TheFirstFaultingBlockIsReportedWhateverTheThreads) {
    const char* const text = R"(
__global__ void late(int* a) {
    int spin = 0;
    if (blockIdx.x == 3) for (int k = 0; k < 20000; ++k) spin += k;
    if (blockIdx.x >= 3) a[1000 + blockIdx.x] = spin;
})";
    for (int attempt = 0; attempt < 5; ++attempt) {
        Array a = zeros(DType::i32, 16);
        LaunchOptions options;
        options.threads = 4;
        const auto outcome = run(text, "late", shape_of(64, 32), {argument(a)}, options);
        ASSERT_TRUE(outcome.fault);
        EXPECT_EQ(outcome.fault->block, (Dim3{3, 0, 0}));
        EXPECT_EQ(outcome.fault->index, 1003);
    }
}

TEST(Execute, ARaceGivesTwoAnswersUnderTwoSchedules) {
    const char* const text = "__global__ void last(int* a) { a[0] = threadIdx.x / 32; }";
    const auto last = [&](Schedule schedule) {
        Array a = zeros(DType::i32, 1);
        LaunchOptions options;
        options.schedule = schedule;
        run(text, "last", shape_of(1, 128), {argument(a)}, options);
        return a.as<int>()[0];
    };
    EXPECT_EQ(last(Schedule::sequential), 3);
    EXPECT_EQ(last(Schedule::round_robin), 3);
    EXPECT_EQ(last(Schedule::reversed), 0);
}

TEST(Execute, WriteMapsNameTheWriter) {
    const char* const text = "__global__ void even(float* a) { int i = blockIdx.x * 32 + threadIdx.x; a[2 * i] = 1.0f; }";
    Array a = zeros(DType::f32, 128);
    LaunchOptions options;
    options.trace = Trace::full;
    const auto outcome = run(text, "even", shape_of(2, 32), {argument(a)}, options);
    ASSERT_EQ(outcome.writes.size(), 1u) << fault_text(outcome);
    EXPECT_EQ(outcome.writes[0].argument, 0u);
    EXPECT_EQ(outcome.writes[0].writer[0], 1u);
    EXPECT_EQ(outcome.writes[0].writer[1], 0u);
    EXPECT_EQ(outcome.writes[0].writer[126], 64u);
}

// Whole rows of a warp and single lanes are noted in two ways; blocks on several host threads meet in both.
TEST(Execute, WriteMapsOfManyBlocksNameOneOfThem) {
    for (const char* const text : {"__global__ void meet(int* a) { a[threadIdx.x] = 1; }",
                                   "__global__ void meet(int* a) { if (threadIdx.x % 2 == 0) a[threadIdx.x] = 1; }"}) {
        Array a = zeros(DType::i32, 64);
        LaunchOptions options;
        options.trace = Trace::full;
        options.threads = 4;
        const auto outcome = run(text, "meet", shape_of(2048, 64), {argument(a)}, options);
        ASSERT_EQ(outcome.writes.size(), 1u) << fault_text(outcome);
        for (std::uint32_t i = 0; i < 64; i += 2) {
            const std::uint32_t writer = outcome.writes[0].writer[i];
            ASSERT_GT(writer, 0u);
            EXPECT_LE(writer, 2048u * 64);
            EXPECT_EQ((writer - 1) % 64, i);
        }
    }
}

TEST(Execute, TheWatchedThreadsAccessesAreRecorded) {
    const char* const text =
        "__global__ void twice(const float* in, float* out) { int i = blockIdx.x * 32 + threadIdx.x; out[i] = 2 * in[i]; }";
    std::vector<float> values(64, 1.5f);
    Array in = array_of(DType::f32, values), out = zeros(DType::f32, 64);
    LaunchOptions options;
    options.trace = Trace::full;
    options.watch_thread = 40;
    const auto outcome = run(text, "twice", shape_of(2, 32), {argument(in), argument(out)}, options);
    ASSERT_EQ(outcome.watched.size(), 2u) << fault_text(outcome);
    EXPECT_EQ(outcome.watched[0].argument, 0u);
    EXPECT_EQ(outcome.watched[0].index, 40);
    EXPECT_EQ(outcome.watched[0].value, "1.5");
    EXPECT_FALSE(outcome.watched[0].is_store);
    EXPECT_LT(outcome.watched[0].position, outcome.watched[1].position);
    EXPECT_LT(outcome.watched[0].step, outcome.watched[1].step);
    EXPECT_EQ(outcome.watched[1].argument, 1u);
    EXPECT_EQ(outcome.watched[1].value, "3");
    EXPECT_TRUE(outcome.watched[1].is_store);
}

TEST(Execute, AnEndlessLoopEndsSoon) {
    Array a = zeros(DType::i32, 1);
    LaunchOptions options;
    options.threads = 1;
    const auto outcome = run("__global__ void forever(int* a) { int x = 0; while (true) { ++x; } }", "forever", shape_of(64, 256),
                             {argument(a)}, options);
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, FaultKind::step_budget);
    EXPECT_NE(outcome.fault->message.find("line 1"), std::string::npos) << outcome.fault->message;
    EXPECT_GT(outcome.warp_instructions, 0u);
    EXPECT_LT(outcome.warp_instructions, 200'000'000u) << "of a budget of four thousand million";
}

TEST(Execute, ALoopWhoseConditionNeverChangesEndsSoon) {
    Array a = zeros(DType::i32, 8);
    const auto outcome = run("__global__ void stuck(int* a, int n) { int i = 0; while (i < n) a[0] += 1; }", "stuck",
                             shape_of(1, 32), {argument(a), scalar(5)});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, FaultKind::step_budget);
}

TEST(Execute, ALongLoopThatEndsRunsToItsEnd) {
    Array a = zeros(DType::i32, 1);
    const auto outcome =
        run("__global__ void count(int* a, int n) { int x = 0; for (int i = 0; i < n; ++i) x += i & 1; a[0] = x; }", "count",
            shape_of(1, 1), {argument(a), scalar(100'000'000)});
    EXPECT_FALSE(outcome.fault) << fault_text(outcome);
    EXPECT_EQ(a.as<int>()[0], 50'000'000);
}

TEST(Execute, LanesOfAWarpThatWriteOnePlaceAtOnceRace) {
    const auto outcome = [](const char* value) {
        Array a = zeros(DType::i32, 1);
        LaunchOptions options;
        options.trace = Trace::full;
        const std::string text = std::string("__global__ void put(int* a) { a[0] = ") + value + "; }";
        return run(text, "put", shape_of(1, 32), {argument(a)}, options);
    };
    EXPECT_FALSE(outcome("7").fault);
    const auto racing = outcome("threadIdx.x");
    ASSERT_TRUE(racing.fault);
    EXPECT_EQ(racing.fault->kind, FaultKind::data_race);
    EXPECT_EQ(racing.fault->array, "a");
    ASSERT_TRUE(racing.fault->other);
    EXPECT_EQ(racing.fault->other->thread, (Dim3{1, 0, 0}));
}

TEST(Execute, AFullTraceOfManyBlocksIsTheSameOnSeveralHostThreads) {
    const char* const text =
        "__global__ void twice(const float* in, float* out) { int i = blockIdx.x * 256 + threadIdx.x; out[i] = 2 * in[i]; }";
    constexpr int n = 1 << 17;
    std::vector<LaunchOutcome> outcomes;
    for (const int threads : {1, 3}) {
        Array in = zeros(DType::f32, n), out = zeros(DType::f32, n);
        LaunchOptions options;
        options.trace = Trace::full;
        options.threads = threads;
        outcomes.push_back(run(text, "twice", shape_of(n / 256, 256), {argument(in), argument(out)}, options));
        EXPECT_FALSE(outcomes.back().fault) << fault_text(outcomes.back());
    }
    EXPECT_EQ(outcomes[0].counters, outcomes[1].counters);
    ASSERT_EQ(outcomes[1].writes.size(), 1u);
    EXPECT_EQ(outcomes[0].writes[0].writer, outcomes[1].writes[0].writer);
    EXPECT_EQ(outcomes[1].writes[0].writer[n - 1], std::uint32_t{n});
}

TEST(Execute, BlocksThatRaceAreFoundOnSeveralHostThreads) {
    Array a = zeros(DType::i32, 4096);
    LaunchOptions options;
    options.trace = Trace::full;
    options.threads = 2;
    const auto outcome = run("__global__ void clash(int* a) { a[(blockIdx.x * 256 + threadIdx.x) % 4096] = blockIdx.x; }", "clash",
                             shape_of(512, 256), {argument(a)}, options);
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, FaultKind::data_race);
}

TEST(Execute, AStopRequestCancels) {
    std::stop_source stop;
    std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    LaunchOptions options;
    options.stop = stop.get_token();
    options.step_budget = std::uint64_t{1} << 60;
    Array a = zeros(DType::i32, 1);
    const auto outcome = run("__global__ void forever(int* a) { for (int i = 1; i != 0; i += 2); }", "forever", shape_of(1, 32),
                             {argument(a)}, options);
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_FALSE(outcome.fault);
}

TEST(Execute, ProgressEndsAtOne) {
    std::atomic<double> most = 0;
    LaunchOptions options;
    options.progress = [&](double fraction) { most = std::max(most.load(), fraction); };
    Array a = zeros(DType::i32, 6400);
    run("__global__ void fill(int* a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }", "fill", shape_of(200, 32), {argument(a)},
        options);
    EXPECT_EQ(most.load(), 1.0);
}

TEST(Execute, AReadOnlyArrayStaysAsItWas) {
    Array a = zeros(DType::i32, 32);
    KernelArgument kept = argument(a);
    kept.read_only = true;
    const auto outcome = run("__global__ void fill(int* a) { a[threadIdx.x] = 1; }", "fill", shape_of(1, 32), {kept});
    EXPECT_FALSE(outcome.fault);
    EXPECT_EQ(a.as<int>()[0], 0);
}

}  // namespace
}  // namespace warpwise::test
