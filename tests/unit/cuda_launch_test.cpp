// How a launch goes, against a driver of host memory: what is copied where, what is timed, and that nothing is left behind.
#ifdef WARPWISE_HAS_CUDA
#include "cuda/launch/cuda_launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "cuda/launch/staged_copy.h"
#include "unit/fake_driver.h"

namespace warpwise {
namespace {
using namespace test;
using testing::HasSubstr;

constexpr std::int32_t n = 1000;
constexpr std::uint32_t block = 64;

class CudaLaunch : public testing::Test {
  protected:
    void SetUp() override {
        fake_gpu = &gpu_;
        context_->driver = &driver_;
        context_->alive = true;
        program_.entry = "scale";
        program_.compile_ms = 40;
        program_.load_ms = 2;
        program_.function = reinterpret_cast<CUfunction>(&program_);
        program_.parameters = {{"factor", "const float *", 8, true},
                               {"a", "const float *", 8, true},
                               {"b", "float *", 8, true},
                               {"sum", "float *", 8, true},
                               {"n", "int", 4, false}};
        program_.resources = Program::Resources{16, 1024, 0, 1024};
        // b[i] = a[i] * factor[0] + b[i]; sum[0] counts the elements of this launch
        gpu_.kernel = [](unsigned grid_x, unsigned block_x, void** arguments) {
            const auto array = [&](int i) { return *static_cast<float**>(arguments[i]); };
            std::int32_t count = 0;
            std::memcpy(&count, arguments[4], sizeof count);  // a scalar's bytes lie anywhere, for the driver too
            const std::int64_t threads = std::int64_t{grid_x} * block_x;
            for (std::int64_t i = 0; i < std::min<std::int64_t>(count, threads); ++i) array(2)[i] += array(1)[i] * array(0)[0];
            array(3)[0] += static_cast<float>(std::min<std::int64_t>(count, threads));
        };
        factor_.as<float>()[0] = 3;
        for (std::size_t i = 0; i < n; ++i) {
            a_.as<float>()[i] = static_cast<float>(i);
            b_.as<float>()[i] = 0.5f;
        }
    }
    void TearDown() override {
        EXPECT_EQ(gpu_.wrong, "");
        EXPECT_TRUE(gpu_.device_memory.empty()) << gpu_.device_memory.size() << " allocations are left";
        EXPECT_TRUE(gpu_.pinned_memory.empty()) << gpu_.pinned_memory.size() << " page-locked allocations are left";
        EXPECT_EQ(gpu_.streams, 0);
        EXPECT_EQ(gpu_.events, 0);
        fake_gpu = nullptr;
    }
    LaunchOutcome run(const LaunchOptions& options, std::uint32_t shared_bytes = 0) {
        const LaunchShape shape{{(n + block - 1) / block, 1, 1}, {block, 1, 1}, shared_bytes};
        KernelArgument count{.kind = KernelArgument::Kind::scalar, .name = "n", .dtype = DType::i32};
        std::memcpy(count.scalar.data(), &n, sizeof n);
        const auto array = [](Array& a, bool read_only) {
            return KernelArgument{.kind = KernelArgument::Kind::array, .array = &a, .read_only = read_only};
        };
        KernelArgument sum = array(sum_, false);
        sum.zeroed = true;
        std::vector<KernelArgument> arguments{array(factor_, true), array(a_, true), array(b_, false), sum, count};
        LaunchOutcome outcome;
        const auto done = run_launch({context_, program_, shape, arguments, options}, outcome);
        EXPECT_TRUE(done.has_value()) << done.error().text();
        return outcome;
    }
    void expect_result() {
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(b_.as<float>()[i], 3.0f * static_cast<float>(i) + 0.5f) << i;
        EXPECT_EQ(sum_.as<float>()[0], n);
    }
    static const Phase& phase(const LaunchOutcome& outcome, const std::string& name) {
        const auto found = std::ranges::find(outcome.phases, name, &Phase::name);
        static const Phase none;
        EXPECT_NE(found, outcome.phases.end()) << name;
        return found == outcome.phases.end() ? none : *found;
    }
    static LaunchOptions cut(int chunks, int streams, int repeats = 3) {
        return {.repeats = repeats, .copies = CopyMode::pinned, .chunks = chunks, .streams = streams, .length_argument = 4};
    }

    FakeGpu gpu_;
    Driver driver_ = fake_driver();
    std::shared_ptr<Context> context_ = std::make_shared<Context>();
    CudaProgram program_;
    Array factor_ = Array::make(DType::f32, {1}).value(), a_ = Array::make(DType::f32, {n}).value(),
          b_ = Array::make(DType::f32, {n}).value(), sum_ = Array::make(DType::f32, {1}).value();
};

TEST_F(CudaLaunch, EveryWayOfCopyingGivesTheFirstLaunchsResult) {
    for (const CopyMode copies : {CopyMode::pageable, CopyMode::pinned, CopyMode::resident, CopyMode::staged}) {
        SCOPED_TRACE(name_of(copies));
        SetUp();
        sum_.as<float>()[0] = 0;
        gpu_.pageable_copies = gpu_.pinned_copies = 0;
        const LaunchOutcome outcome = run({.repeats = 5, .copies = copies});
        EXPECT_FALSE(outcome.fault.has_value());
        expect_result();
        EXPECT_EQ(gpu_.pinned_copies > 0, copies == CopyMode::pinned);
        EXPECT_EQ(gpu_.pageable_copies > 0, copies != CopyMode::pinned);  // small arrays gain nothing by staging
        const std::size_t warm_copies = copies == CopyMode::resident ? 0 : 5;
        EXPECT_EQ(phase(outcome, "copy_in").samples_ms.size(), warm_copies);
        EXPECT_EQ(phase(outcome, "copy_out").samples_ms.size(), warm_copies);
        EXPECT_TRUE(phase(outcome, "copy_in").cold_ms.has_value());
        EXPECT_EQ(phase(outcome, "kernel").samples_ms.size(), 5u);
        EXPECT_EQ(phase(outcome, "total").samples_ms.size(), 5u);
        EXPECT_TRUE(outcome.timeline.empty());
        EXPECT_EQ(outcome.readings.at("active_blocks_per_sm"), 2048 / block);
    }
}

// One thread: the driver made of host memory knows one at a time. Several are seen in the workloads' results on a GPU.
TEST_F(CudaLaunch, StagedPiecesCarryEveryByteThereAndBack) {
    StagedCopy staged;
    ASSERT_TRUE(staged.prepare(context_, 1));
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{700'001}, StagedCopy::kPieceBytes, 5 * StagedCopy::kPieceBytes + 12345}) {
        std::vector<std::byte> there(bytes), back(bytes);
        for (std::size_t i = 0; i < bytes; ++i) there[i] = static_cast<std::byte>(i * 31 >> 3);
        const auto memory = make_memory(context_, bytes);
        ASSERT_TRUE(memory);
        EXPECT_TRUE(staged.to_device(memory->get(), there.data(), bytes));
        EXPECT_TRUE(staged.to_host(back.data(), memory->get(), bytes));
        EXPECT_TRUE(there == back) << bytes;
    }
    EXPECT_EQ(gpu_.pageable_copies, 0u);
}

TEST_F(CudaLaunch, AResidentRunCopiesOnce) {
    run({.repeats = 9, .copies = CopyMode::resident});
    EXPECT_EQ(gpu_.pageable_copies, 3 + 2);
    EXPECT_EQ(gpu_.clearings, 1);
}

TEST_F(CudaLaunch, AnOutputThatBeginsAsZerosIsClearedOnTheGpu) {
    run({.repeats = 0});
    EXPECT_EQ(gpu_.pageable_copies, 3 + 2);
    EXPECT_EQ(gpu_.clearings, 1);
    expect_result();  // the memory of this GPU is never zero by itself
}

TEST_F(CudaLaunch, AFlushGoesBeforeEachTimedLaunch) {
    run({.repeats = 0, .flush_l2 = false});
    EXPECT_EQ(gpu_.flushes, 0);
    gpu_.launches = 0;
    run({.repeats = 4, .flush_l2 = true});
    // first, the batch's trial, and a kernel and two passes each time (the first warms the second): each launch has its own
    EXPECT_EQ(gpu_.launches, 1 + 1 + 3 * 4);
    EXPECT_EQ(gpu_.flushes, gpu_.launches);
}

TEST_F(CudaLaunch, ChunksGiveTheWholeResult) {
    for (const int chunks : {1, 2, 3, 7, 1000, 1024})
        for (const int streams : {1, 2, 4}) {
            SCOPED_TRACE(testing::Message() << chunks << " chunks on " << streams << " streams");
            SetUp();
            sum_.as<float>()[0] = 0;
            const LaunchOutcome outcome = run(cut(chunks, streams));
            ASSERT_FALSE(outcome.fault.has_value());
            expect_result();
            const std::size_t pieces = outcome.timeline.size() / 3;
            EXPECT_EQ(pieces, static_cast<std::size_t>(std::min(chunks, n)));
            for (const StreamSpan& span : outcome.timeline) {
                EXPECT_EQ(span.stream, span.chunk % std::min(streams, chunks));
                EXPECT_LT(span.begin_ms, span.end_ms);
            }
            // one after the other in this driver: a millisecond an operation
            EXPECT_EQ(phase(outcome, "kernel").samples_ms, std::vector<double>(3, static_cast<double>(pieces)));
            EXPECT_EQ(phase(outcome, "copy_in").samples_ms, std::vector<double>(3, 2.0 * static_cast<double>(pieces)));
            EXPECT_EQ(phase(outcome, "total").samples_ms.size(), 3u);
        }
}

TEST_F(CudaLaunch, AFlushGoesBeforeEachPass) {
    LaunchOptions options = cut(4, 2, 5);
    options.flush_l2 = true;
    run(options);
    EXPECT_EQ(gpu_.flushes, 1 + 5);
}

TEST_F(CudaLaunch, WhatCannotBeCutRunsWhole) {
    LaunchOptions options = cut(4, 2);
    options.length_argument = 2;  // an array
    EXPECT_TRUE(run(options).timeline.empty());
    options.length_argument = 99;
    EXPECT_TRUE(run(options).timeline.empty());
    options.length_argument.reset();
    EXPECT_TRUE(run(options).timeline.empty());
    a_ = Array::make(DType::f32, {n + 1}).value();
    b_ = Array::make(DType::f32, {n + 1}).value();
    EXPECT_TRUE(run(cut(4, 2)).timeline.empty()) << "no array is that long";
}

TEST_F(CudaLaunch, MuchSharedMemoryIsOptedIn) {
    run({.repeats = 0}, 48 << 10);
    EXPECT_EQ(gpu_.most_shared_bytes[program_.function], 48 << 10) << "with the static memory it is above 48 KiB";
    gpu_.most_shared_bytes.clear();
    run({.repeats = 0}, 47 << 10);
    EXPECT_TRUE(gpu_.most_shared_bytes.empty());
    const LaunchOutcome outcome = run({.repeats = 0}, 232448);
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::launch_invalid);
    EXPECT_THAT(outcome.fault->message, HasSubstr("232448 bytes of dynamic and 1024 of static"));
}

TEST_F(CudaLaunch, AKernelFromTheCacheSaysSo) {
    program_.from_cache = true;
    EXPECT_EQ(run({.repeats = 1}).readings.count("compiled_before"), 1u);
    program_.from_cache = false;
    EXPECT_EQ(run({.repeats = 1}).readings.count("compiled_before"), 0u);
}

TEST_F(CudaLaunch, AStoppedSeriesEndsBetweenTwoPasses) {
    std::stop_source stop;
    stop.request_stop();
    for (LaunchOptions options : {LaunchOptions{.repeats = 100}, cut(4, 2, 100)}) {
        options.stop = stop.get_token();
        const LaunchOutcome outcome = run(options);
        EXPECT_TRUE(outcome.cancelled);
    }
    EXPECT_LT(gpu_.launches, 10);
}

}  // namespace
}  // namespace warpwise
#endif
