// A job of lesson 39 in ranks on the GPUs that are here. Without a GPU, nvcc or MPI it is skipped with the reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/paths.h"
#include "experiment/file/nccl_on_machine.h"
#include "experiment/ranks/job_run.h"
#include "experiment/ranks/rank_link.h"

namespace warpwise {
namespace {

class RankGpus : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto here = mpi_is_here(); !here) GTEST_SKIP() << here.error().text();
        const auto all = gpus_for_ranks({"cuda"}, devices_);
        if (!all) GTEST_SKIP() << all.error().text();
        gpus_ = *all;
    }
    // Skips where there is no nvcc.
    void run(const char* id, int ranks, const std::vector<int>& gpus) {
        const auto lesson = load_lesson(data_dir() / "lessons" / "39_ranks");
        ASSERT_TRUE(lesson.has_value()) << text_of(lesson.error());
        const auto job = std::ranges::find(lesson->jobs, id, &RankJob::id);
        ASSERT_NE(job, lesson->jobs.end());
        RankPlaces places;
        places.gpus = gpus;
        auto ran = run_job(*lesson, *job, {{kRanksName, std::int64_t{ranks}}}, devices_, {}, places);
        if (!ran && ran.error().kind == ErrorKind::device_missing) GTEST_SKIP() << ran.error().text();
        ASSERT_TRUE(ran.has_value()) << ran.error().text();
        run_ = std::move(*ran);
    }
    DeviceSet devices_;
    std::vector<int> gpus_;
    JobRun run_;
};

TEST_F(RankGpus, AreTimedAndComparedOnOneGpuThatTheyShare) {
    run("heat", 2, {gpus_.front()});
    if (IsSkipped() || HasFatalFailure()) return;
    EXPECT_EQ(run_.status, "right") << text_of(run_);
    EXPECT_EQ(run_.gpus.path, JobTarget::Path::staged) << "NCCL needs a GPU for each rank";
    EXPECT_EQ(run_.timeline.rounds_s.size(), 5u);
    ASSERT_EQ(run_.timeline.rows.size(), 2u);
    EXPECT_EQ(run_.timeline.rows[0].launches.size(), 8u) << "the steps of the last round";
    EXPECT_EQ(run_.timeline.messages.size(), 32u);
    EXPECT_GT(run_.timeline.rows[0].calls[0].line, 0);
}

TEST_F(RankGpus, ExchangeByNcclBetweenTwo) {
    if (gpus_.size() < 2) GTEST_SKIP() << "there is one GPU";
    if (const auto nccl = find_nccl(); !nccl) GTEST_SKIP() << nccl.error().text();
    for (const char* job : {"heat", "overlapped", "product", "vectors"}) {
        run(job, 2, gpus_);
        if (IsSkipped() || HasFatalFailure()) return;
        EXPECT_EQ(run_.status, "right") << text_of(run_);
    }
    run("heat", 2, gpus_);
    EXPECT_EQ(run_.gpus.path, JobTarget::Path::nccl);
    EXPECT_EQ(run_.timeline.messages.size(), 32u);
    EXPECT_EQ(run_.timeline.rows[1].calls[0].call, "ncclSend, ncclRecv");
}

TEST_F(RankGpus, ComputeWhileTheirMessagesAreUnderWay) {
    run("overlapped", 2, gpus_);
    if (IsSkipped() || HasFatalFailure()) return;
    EXPECT_EQ(run_.status, "right") << text_of(run_);
    EXPECT_EQ(run_.timeline.rows[0].launches.size(), 16u) << "two launches per step";
    EXPECT_EQ(run_.timeline.messages.size(), 32u);
    EXPECT_GT(run_.timeline.rows[0].overlap_s() + run_.timeline.rows[1].overlap_s(), 0) << text_of(run_);
}

TEST_F(RankGpus, HaveALatencyAndABandwidthOfTheirOwn) {
    const auto lesson = load_lesson(data_dir() / "lessons" / "39_ranks");
    ASSERT_TRUE(lesson.has_value());
    const auto gpus = gpus_of_job(*std::ranges::find(lesson->jobs, "heat", &RankJob::id), gpus_, 2, devices_);
    ASSERT_TRUE(gpus.has_value());
    RankPlaces places;
    places.gpus = gpus_;
    const auto link = measure_link({}, places, *gpus);
    if (!link && link.error().kind == ErrorKind::device_missing) GTEST_SKIP() << link.error().text();
    ASSERT_TRUE(link.has_value()) << link.error().text();
    EXPECT_GT(link->latency_s(), 1e-7);
    EXPECT_LT(link->latency_s(), 1e-2);
    EXPECT_GT(link->bytes_per_s(), 1e8);
    EXPECT_NE(text_of(*link).find("from GPU to GPU"), std::string::npos);
}

TEST_F(RankGpus, AreToldThatTheyWaitForEachOther) {
    run("large", 2, gpus_);
    if (IsSkipped() || HasFatalFailure()) return;
    EXPECT_EQ(run_.status, "deadlock");
    EXPECT_TRUE(run_.is_as_expected);
}

}  // namespace
}  // namespace warpwise
