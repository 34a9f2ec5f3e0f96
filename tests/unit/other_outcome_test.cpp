// The search for a schedule that gives another result.
#include "experiment/search/other_outcome.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "device/interface/schedule.h"
#include "experiment/run/runner.h"
#include "unit/own_kernel_lesson.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

class OtherOutcomes : public testing::Test {
  protected:
    OtherOutcome find(const std::string& text, const std::string& dtype = "i32", int most_runs = 20) {
        const Lesson lesson = test::own_kernel_lesson(dtype);
        auto found = find_other_outcome(lesson, test::request_for(lesson, text), devices_, hooks_, {.most_runs = most_runs});
        if (!found) throw std::runtime_error(found.error().text());
        return *found;
    }
    DeviceSet devices_;
    RunHooks hooks_;
};

TEST_F(OtherOutcomes, ARaceBetweenBlocksHasTwo) {
    const OtherOutcome found = find(
        "__global__ void k(int* a, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n && threadIdx.x == 0) a[0] = i;\n}\n");
    ASSERT_EQ(found.found, OutcomeFound::other) << text_of(found);
    EXPECT_EQ(text_of(found.first.schedule), "sequential");
    EXPECT_EQ(text_of(found.other.schedule), "reversed");
    EXPECT_EQ(found.array, "a");
    EXPECT_EQ(found.index, 0);
    EXPECT_EQ(found.first.value, "960");  // the last block of 16 writes last, or the first one
    EXPECT_EQ(found.other.value, "0");
    EXPECT_EQ(found.first.writer, 960u);
    EXPECT_EQ(found.other.writer, 0u);
    EXPECT_EQ(found.differing, 1u);
    EXPECT_EQ(found.compared, 1000u);
    EXPECT_EQ(found.runs, 2);
    ASSERT_TRUE(found.finding);
    EXPECT_EQ(found.finding->kind, FaultKind::data_race);
    EXPECT_EQ(found.finding->line, 3);
    ASSERT_TRUE(found.finding->other);
    // What the threads of the race did, in the order of each schedule: who comes last decides.
    ASSERT_GE(found.first.accesses.size(), 2u);
    ASSERT_EQ(found.other.accesses.size(), found.first.accesses.size());
    EXPECT_EQ(found.first.accesses.back().thread, 960u);
    EXPECT_EQ(found.first.accesses.back().access.value, found.first.value);
    EXPECT_EQ(found.other.accesses.back().thread, 0u);
    EXPECT_EQ(found.other.accesses.back().access.value, found.other.value);
    for (const OutcomeUnder* side : {&found.first, &found.other})
        for (std::size_t i = 0; i < side->accesses.size(); ++i) {
            EXPECT_EQ(side->accesses[i].access.line, 3);
            EXPECT_TRUE(side->accesses[i].access.is_store);
            if (i > 0) EXPECT_LT(side->accesses[i - 1].access.step, side->accesses[i].access.step);
        }
    EXPECT_THAT(text_of(found), HasSubstr("1. line 3: thread 0 of block 0 (warp 0) writes 0"));
    EXPECT_THAT(text_of(found), HasSubstr("Two outcomes: a[0] is 960 under sequential and 0 under reversed."));
    EXPECT_THAT(text_of(found), HasSubstr("last written by thread 0 of block 15"));
    EXPECT_THAT(text_of(found), Not(HasSubstr("thread ("))) << "one form of names";
    const auto json = to_json(found);
    EXPECT_EQ(json.at("found"), "other");
    EXPECT_EQ(json.at("outcomes").size(), 2u);
    EXPECT_EQ(json.at("outcomes")[1].at("schedule"), "reversed");
}

TEST_F(OtherOutcomes, ACorrectKernelHasOneAsFarAsIsKnown) {
    std::vector<std::string> told;
    hooks_.progress = [&](const std::string& what, double) { told.push_back(what); };
    const OtherOutcome found = find(
        "__global__ void k(int* a, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n) a[i] += 1;\n}\n");
    EXPECT_EQ(found.found, OutcomeFound::none) << text_of(found);
    EXPECT_EQ(found.runs, 20);
    EXPECT_FALSE(found.finding);
    EXPECT_EQ(headline_of(found), "No difference in 20 schedules; this does not prove that there is none.");
    ASSERT_EQ(told.size(), 19u);
    EXPECT_EQ(told.back(), "schedule 20 of 20: random:17");
}

TEST_F(OtherOutcomes, AtomicsOnFloatsDifferInTheOrderOfTheSumAlone) {
    const OtherOutcome found = find(
        "__global__ void k(float* a, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n) atomicAdd(a, 1.0f / (i + 1));\n}\n",
        "f32");
    EXPECT_EQ(found.found, OutcomeFound::rounding) << text_of(found);
    EXPECT_FALSE(found.finding);
    EXPECT_NE(found.first.value, found.other.value);
    EXPECT_THAT(headline_of(found), HasSubstr("Only rounding differs"));
}

// The same sum without atomics loses updates; however small the difference is, there is a race.
TEST_F(OtherOutcomes, ALostUpdateIsNoRounding) {
    const OtherOutcome found = find(
        "__global__ void k(float* a, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i == 0) atomicAdd(a + 1, 1e6f);\n"
        "    if (i < n && threadIdx.x == 0) a[1] = 1e6f + 1e-1f * blockIdx.x;\n}\n",
        "f32");
    EXPECT_EQ(found.found, OutcomeFound::other) << text_of(found);
    EXPECT_TRUE(found.finding);
}

// No order of whole warps loses an update that one line reads and writes; turns of one instruction do.
TEST_F(OtherOutcomes, AnUpdateThatIsLostWithinALineIsFound) {
    const OtherOutcome found = find(
        "__global__ void k(int* a, int n) {\n"
        "    if (threadIdx.x % 32 == 0) a[blockIdx.x] += 1;\n}\n");
    ASSERT_EQ(found.found, OutcomeFound::other) << text_of(found);
    EXPECT_EQ(text_of(found.other.schedule), "round-robin");
}

TEST_F(OtherOutcomes, AMissingBarrierShowsInTheOrderOfTheWarps) {
    const OtherOutcome found = find(
        "__global__ void k(int* a, int n) {\n"
        "    __shared__ int s[64];\n"
        "    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;\n"
        "    s[t] = i + 1;\n"
        "    if (i < n) a[i] = s[63 - t];\n}\n");
    ASSERT_EQ(found.found, OutcomeFound::other) << text_of(found);
    EXPECT_EQ(text_of(found.other.schedule), "reversed");
    EXPECT_EQ(found.index, 0);
    EXPECT_EQ(found.first.value, "0");  // warp 0 comes first: warp 1 has written nothing yet
    EXPECT_EQ(found.other.value, "64");
    ASSERT_TRUE(found.finding) << text_of(found);
    const int other = found.finding->other ? found.finding->other->line : 0;
    EXPECT_EQ(std::minmax(found.finding->line, other), std::minmax(4, 5));
    // Under one order the read comes before the write that it needs, under the other one after it.
    const auto threads = [](const OutcomeUnder& side) {
        std::vector<std::uint64_t> of_side;
        for (const AccessInOrder& done : side.accesses) of_side.push_back(done.thread);
        return of_side;
    };
    EXPECT_EQ(threads(found.first), (std::vector<std::uint64_t>{31, 31, 32, 32})) << text_of(found);
    EXPECT_EQ(threads(found.other), (std::vector<std::uint64_t>{32, 32, 31, 31})) << text_of(found);
}

TEST_F(OtherOutcomes, AFaultInOneOrderIsAnotherOutcome) {
    const OtherOutcome found = find(
        "__device__ int ticket;\n"
        "__global__ void k(int* a, int n) {\n"
        "    if (threadIdx.x != 0) return;\n"
        "    if (atomicAdd(&ticket, 1) == 0 && blockIdx.x == gridDim.x - 1) a[n + 5] = 1;\n}\n");
    ASSERT_EQ(found.found, OutcomeFound::other) << text_of(found);
    EXPECT_TRUE(found.array.empty());
    EXPECT_FALSE(found.first.fault);
    ASSERT_TRUE(found.other.fault);
    EXPECT_EQ(found.other.fault->kind, FaultKind::out_of_bounds);
    EXPECT_THAT(headline_of(found), HasSubstr("ends in a fault (out_of_bounds) under reversed"));
    EXPECT_THAT(text_of(found), HasSubstr("The full trace found no race"));
}

TEST_F(OtherOutcomes, AKernelThatWaitsForAnotherBlockIsNotWaitedFor) {
    const OtherOutcome found = find(
        "__device__ int done;\n"
        "__global__ void k(int* a, int n) {\n"
        "    if (threadIdx.x != 0) return;\n"
        "    if (blockIdx.x == 0) atomicExch(&done, 1);\n"
        "    if (blockIdx.x == 1) while (atomicAdd(&done, 0) == 0);\n"
        "    a[blockIdx.x] = 1;\n}\n",
        "i32", 4);
    // One block runs after the other: in reversed order block 1 waits for ever, which is proven or given up.
    EXPECT_TRUE(found.found == OutcomeFound::other || found.unfinished > 0) << text_of(found);
}

TEST_F(OtherOutcomes, ASingleWarpHasOneOrder) {
    Lesson lesson = test::own_kernel_lesson();
    ExperimentRequest request = test::request_for(lesson, "__global__ void k(int* a, int n) { a[0] = threadIdx.x; }");
    request.grid = Dim3{1, 1, 1};
    request.block = Dim3{32, 1, 1};
    const auto found = find_other_outcome(lesson, request, devices_, hooks_);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->found, OutcomeFound::one_order);
    EXPECT_EQ(found->runs, 1);
}

TEST_F(OtherOutcomes, WhatDoesNotCompileIsSaid) {
    const OtherOutcome found = find("__global__ void k(int* a, int n) { a[0] = ; }");
    EXPECT_EQ(found.found, OutcomeFound::not_run);
    EXPECT_EQ(headline_of(found), "The search did not start: the kernel does not compile.");
}

TEST_F(OtherOutcomes, ACancelledSearchSaysHowFarItCame) {
    std::stop_source stop;
    hooks_.stop = stop.get_token();
    hooks_.progress = [&](const std::string&, double fraction) {
        if (fraction > 0.4) stop.request_stop();
    };
    const OtherOutcome found = find("__global__ void k(int* a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }");
    EXPECT_TRUE(found.cancelled);
    EXPECT_EQ(found.found, OutcomeFound::none);
    EXPECT_LT(found.runs, 20);
    EXPECT_THAT(headline_of(found), HasSubstr("before the search was cancelled"));
}

// What is found can be run again.
TEST_F(OtherOutcomes, ARequestWithAScheduleGivesThatOutcome) {
    const Lesson lesson = test::own_kernel_lesson();
    ExperimentRequest request =
        test::request_for(lesson, "__global__ void k(int* a, int n) { if (threadIdx.x == 0) a[0] = blockIdx.x + 1; }");
    for (const auto& [schedule, expected] : {std::pair{"sequential", 16}, {"round-robin", 16}, {"reversed", 1}}) {
        request.schedule = *parse_schedule(schedule);
        const auto record = run_experiment(lesson, request, devices_);
        ASSERT_TRUE(record);
        EXPECT_EQ(record->outputs->front().as<int>()[0], expected) << schedule;
        const auto again = record_from_json(to_json(*record));
        ASSERT_TRUE(again);
        EXPECT_EQ(again->request.schedule, request.schedule);
    }
}

TEST(ScheduleChoices, AreReadAndWritten) {
    for (const char* text : {"sequential", "round-robin", "by-request", "reversed", "random:0", "random:18446744073709551615"})
        EXPECT_EQ(text_of(*parse_schedule(text)), text);
    EXPECT_EQ(text_of(*parse_schedule("random")), "random:1");
    for (const char* text : {"", "round_robin", "random:", "random:-1", "random:1x", "reversed:1", "random:18446744073709551616"}) {
        const auto refused = parse_schedule(text);
        ASSERT_FALSE(refused) << text;
        EXPECT_EQ(refused.error().kind, ErrorKind::usage);
    }
}

}  // namespace
}  // namespace warpwise
