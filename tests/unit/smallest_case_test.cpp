// The smallest launch that shows a mistake.
#include "experiment/search/smallest_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "unit/own_kernel_lesson.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

const std::string head = "__global__ void k(int* a, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

class SmallestCases : public testing::Test {
  protected:
    SmallestCase find(const std::string& text, const SearchLimits& limits = kSmallestCaseLimits) {
        auto found = find_smallest_case(lesson_, test::request_for(lesson_, text), devices_, hooks_, limits);
        if (!found) throw std::runtime_error(found.error().text());
        EXPECT_LE(found->runs, limits.most_runs);
        return *found;
    }
    std::int64_t value(const SmallestCase& found, const char* parameter) const {
        return std::get<std::int64_t>(found.request.parameters.at(parameter));
    }
    Lesson lesson_ = test::own_kernel_lesson();
    DeviceSet devices_;
    RunHooks hooks_;
};

// The first element after the whole blocks is left out.
TEST_F(SmallestCases, AMissedTailIsOneElementPastABlock) {
    const SmallestCase found =
        find(head + "    if (i >= n || (i > 0 && i == n / blockDim.x * blockDim.x)) return;\n    a[i] += 1;\n}\n");
    ASSERT_EQ(found.end, SmallestEnd::found) << text_of(lesson_, found);
    EXPECT_EQ(value(found, "n"), 33);
    EXPECT_EQ(value(found, "block"), 32);
    EXPECT_EQ(found.record.launch, (LaunchShape{{2, 1, 1}, {32, 1, 1}, 0}));
    EXPECT_EQ(found.before, (LaunchShape{{16, 1, 1}, {64, 1, 1}, 0}));
    EXPECT_EQ(found.record.status, RunStatus::wrong);
    EXPECT_EQ(found.record.check->first_difference->index, 32);
    EXPECT_FALSE(found.wrote);
    EXPECT_EQ(found.thread, 32u);
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(headline_of(lesson_, found), "Smallest failing case with n = 33, block = 32: 1 of 33 elements wrong.");
    EXPECT_THAT(text_of(lesson_, found), HasSubstr("it belongs to thread 0 of block 1"));
    EXPECT_EQ(to_json(lesson_, found).at("record").at("parameters").at("n"), 33);
}

// A stride of four blocks, whatever the grid: from the fifth block on, elements are counted twice.
TEST_F(SmallestCases, AWrongStrideNeedsFiveBlocks) {
    const SmallestCase found = find(head + "    for (; i < n; i += 4 * blockDim.x) a[i] += 1;\n}\n");
    ASSERT_EQ(found.end, SmallestEnd::found) << text_of(lesson_, found);
    EXPECT_EQ(value(found, "n"), 129);
    EXPECT_EQ(value(found, "block"), 32);
    ASSERT_TRUE(found.record.fault);
    EXPECT_EQ(found.record.fault->kind, FaultKind::data_race);
    EXPECT_EQ(found.record.fault->index, 128);
    ASSERT_TRUE(found.thread);
    EXPECT_TRUE(*found.thread == 0 || *found.thread == 128) << *found.thread;
}

TEST_F(SmallestCases, AWrongValueNamesItsThread) {
    const SmallestCase found = find(head + "    if (i < n) a[i] = i == 70 ? 3 : 1;\n}\n");
    ASSERT_EQ(found.end, SmallestEnd::found) << text_of(lesson_, found);
    EXPECT_EQ(value(found, "n"), 71);
    EXPECT_EQ(found.thread, 70u);
    EXPECT_TRUE(found.wrote);
    EXPECT_THAT(text_of(lesson_, found), HasSubstr("written by thread 6 of block 2"));
}

TEST_F(SmallestCases, AMissingGuardIsOneElement) {
    const SmallestCase found = find(head + "    if (i > n) return;\n    a[i] += 1;\n}\n");
    ASSERT_EQ(found.end, SmallestEnd::found) << text_of(lesson_, found);
    EXPECT_EQ(value(found, "n"), 1);
    EXPECT_EQ(value(found, "block"), 32);
    ASSERT_TRUE(found.record.fault);
    EXPECT_EQ(found.record.fault->kind, FaultKind::out_of_bounds);
    EXPECT_EQ(found.thread, 1u);
}

// Not every size above the smallest fails: n of the request does, its neighbours do not.
TEST_F(SmallestCases, AMistakeThatComesAndGoesIsStillShrunk) {
    const SmallestCase found = find(head + "    if (i < n) a[i] = n % 8 == 0 && n > 40 ? 2 : 1;\n}\n");
    ASSERT_EQ(found.end, SmallestEnd::found) << text_of(lesson_, found);
    EXPECT_EQ(value(found, "n") % 8, 0);
    EXPECT_LE(value(found, "n"), 128);
}

TEST_F(SmallestCases, AnOrderThatShowsItIsPartOfIt) {
    const SmallestCase found = find("__device__ int ticket;\n" + head +
                                    "    __shared__ int first;\n"
                                    "    if (threadIdx.x == 0) first = atomicAdd(&ticket, 1) == 0;\n"
                                    "    __syncthreads();\n"
                                    "    if (i < n && !(first && blockIdx.x > 0)) a[i] += 1;\n}\n");
    ASSERT_EQ(found.end, SmallestEnd::found) << text_of(lesson_, found);
    ASSERT_TRUE(found.request.schedule);
    EXPECT_EQ(text_of(*found.request.schedule), "reversed");
    EXPECT_EQ(value(found, "n"), 33);
    EXPECT_THAT(headline_of(lesson_, found), HasSubstr("schedule = reversed"));
    const auto again = run_experiment(lesson_, found.request, devices_);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->status, RunStatus::wrong);
}

// Right at the request's size, wrong at one that the lesson verifies.
TEST_F(SmallestCases, TheSizesThatTheLessonVerifiesAreTried) {
    lesson_.parameters[0].default_value = std::int64_t{128};
    const std::string text = head + "    if (i < n / blockDim.x * blockDim.x) a[i] += 1;\n}\n";
    EXPECT_EQ(find(text).end, SmallestEnd::right);
    ParameterValues shape = lesson_.defaults();
    shape["n"] = std::int64_t{257};
    lesson_.verify_shapes = {shape};
    const SmallestCase found = find(text);
    ASSERT_EQ(found.end, SmallestEnd::found);
    EXPECT_EQ(value(found, "n"), 1);
}

TEST_F(SmallestCases, AKernelThatIsRightIsSaidToBe) {
    const SmallestCase found = find(head + "    if (i < n) a[i] += 1;\n}\n");
    EXPECT_EQ(found.end, SmallestEnd::right) << text_of(lesson_, found);
    EXPECT_EQ(headline_of(lesson_, found), "Nothing went wrong in 7 runs.");
    EXPECT_THAT(text_of(lesson_, found), HasSubstr("does not prove that the kernel is right"));
    EXPECT_TRUE(to_json(lesson_, found).at("record").is_null());
}

TEST_F(SmallestCases, WhatDoesNotCompileHasNone) {
    const SmallestCase found = find("__global__ void k(int* a, int n) { a[0] = ; }");
    EXPECT_EQ(found.end, SmallestEnd::not_run);
    EXPECT_EQ(found.runs, 1);
}

TEST_F(SmallestCases, ALaunchThatIsRefusedHasNone) {
    lesson_.parameters[1].max = 4096;
    lesson_.parameters[1].default_value = std::int64_t{2048};
    const SmallestCase found = find(head + "    if (i < n) a[i] += 1;\n}\n");
    EXPECT_EQ(found.end, SmallestEnd::not_run);
    EXPECT_THAT(headline_of(lesson_, found), HasSubstr("CUDA_ERROR_INVALID_VALUE"));
}

TEST_F(SmallestCases, AtItsLimitItSaysThatItIsNotTheSmallest) {
    const SmallestCase found =
        find(head + "    if (i < n - 1) a[i] += 1;\n    if (i == n - 1 && n < 700) a[i] += 1;\n}\n", {.most_runs = 5});
    ASSERT_EQ(found.end, SmallestEnd::found);
    EXPECT_FALSE(found.complete);
    EXPECT_THAT(headline_of(lesson_, found), HasSubstr("Smallest failing case so far"));
}

// Two edges of a block are shrunk to a warp together, whatever the lesson calls them.
TEST_F(SmallestCases, AGridAndABlockOfTheRequestsOwnAreShrunk) {
    ExperimentRequest request = test::request_for(lesson_, head + "    if (i <= n && threadIdx.y == 0) a[i] = 1;\n}\n");
    request.grid = Dim3{20, 1, 1};
    request.block = Dim3{32, 4, 1};
    const auto found = find_smallest_case(lesson_, request, devices_, hooks_);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->end, SmallestEnd::found) << text_of(lesson_, *found);
    EXPECT_EQ(found->record.launch.thread_count(), 32u) << text_of(lesson_, *found);
}

TEST_F(SmallestCases, ACancelledSearchKeepsTheSmallestSoFar) {
    std::stop_source stop;
    hooks_.stop = stop.get_token();
    hooks_.progress = [&](const std::string& what, double) {
        if (what.starts_with("run 3 ")) stop.request_stop();
    };
    const SmallestCase found = find(head + "    if (i < n) a[i] = 2;\n}\n");
    ASSERT_EQ(found.end, SmallestEnd::found);
    EXPECT_EQ(found.record.status, RunStatus::wrong);
}

}  // namespace
}  // namespace warpwise
