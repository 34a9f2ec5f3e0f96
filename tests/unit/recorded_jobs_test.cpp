// Recordings of ranks on GPUs: what is written is read again, and what is damaged is named.
#include "experiment/ranks/recorded_jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

JobRun run_on(int ranks) {
    JobRun run;
    run.lesson = "ranks";
    run.job = "heat";
    run.status = "right";
    run.is_as_expected = true;
    run.program = "int main() {}\n";
    run.values = {{"ranks", std::int64_t{ranks}}, {"n", std::int64_t{64}}};
    run.job_s = 0.25;
    run.gpus = {.gpus = {{0, "GPU A"}, {1, "GPU A"}}, .path = JobTarget::Path::nccl, .why = "NCCL 2.28.3"};
    run.check.emplace().passed = true;
    run.check->compared = 128;
    run.check->compared_with = "reference.cu";
    run.timeline.length_s = 0.3;
    run.timeline.rounds_s = {0.24, 0.25, 0.26};
    for (int rank = 0; rank < ranks; ++rank) {
        RankTimeline::Row& row = run.timeline.rows.emplace_back();
        MpiCall& call = row.calls.emplace_back();
        call.call = "ncclSend, ncclRecv";
        call.line = 12;
        call.to = call.from = (rank + 1) % ranks;
        call.bytes = 256;
        call.begin_s = 0.1;
        call.end_s = 0.2;
        row.launches.push_back({"cool", 0, 0.2, 0.25});
        row.copies.push_back({"host_to_device", 1024, 0, 0.05});
        row.messages = 1;
        row.bytes_sent = 256;
    }
    run.timeline.messages.push_back(
        {.from = 0, .to = 1 % ranks, .tag = -1, .send = 0, .receive = 0, .bytes = 256, .sent_s = 0.1, .received_s = 0.2});
    run.timeline.pauses.push_back(
        {.rank = 0, .waits_for = 1 % ranks, .call = 0, .begin_s = 0.1, .end_s = 0.15, .is_for_ever = false});
    return run;
}

TEST(RecordedJobs, AreReadAsTheyWereWritten) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "two.json";
    for (const int ranks : {1, 2, 2}) ASSERT_TRUE(add_to_recorded_jobs(file, run_on(ranks)).has_value());
    JobScaling scaling{.lesson = "ranks", .job = "heat", .weak = {}, .values = {{"n", std::int64_t{64}}}};
    for (const int ranks : {1, 2})
        scaling.points.push_back({.ranks = ranks, .seconds = 1.0 / ranks, .path = {}, .gpus = run_on(ranks).gpus});
    ASSERT_TRUE(add_to_recorded_jobs(file, scaling).has_value());
    Diagnostics problems;
    const auto all = load_recorded_jobs({folder.path()}, problems);
    EXPECT_TRUE(problems.empty()) << text_of(problems);
    ASSERT_EQ(all.size(), 1u);
    const RecordedJobs& recorded = all.front();
    EXPECT_THAT(recorded.title(), HasSubstr("GPU A, 20"));
    ASSERT_EQ(recorded.runs.size(), 2u) << "the second run in 2 ranks has replaced the first";
    const JobRun &run = recorded.runs[1], before = run_on(2);
    EXPECT_EQ(run.values, before.values);
    EXPECT_EQ(run.program, before.program);
    EXPECT_EQ(run.recorded_on, recorded.title());
    EXPECT_EQ(run.gpus.path, JobTarget::Path::nccl);
    EXPECT_EQ(run.check->compared, 128u);
    EXPECT_EQ(text_of(run.timeline), text_of(before.timeline));
    EXPECT_EQ(run.timeline.rows[1].copies[0].bytes, 1024u);
    EXPECT_EQ(run.timeline.rounds_s, before.timeline.rounds_s);
    EXPECT_THAT(text_of(run), HasSubstr("Recorded on 2 GPUs of another machine (GPU A, 20"));
    ASSERT_EQ(recorded.scalings.size(), 1u);
    EXPECT_TRUE(recorded.scalings[0].is_on_gpus());
    EXPECT_DOUBLE_EQ(recorded.scalings[0].efficiency(recorded.scalings[0].points[1]), 1);
}

TEST(RecordedJobs, ThatAreDamagedAreNamedAndPassedOver) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(add_to_recorded_jobs(folder.path() / "good.json", run_on(2)).has_value());
    auto text = *read_file(folder.path() / "good.json");
    folder.write("cut.json", text.substr(0, text.size() / 2));
    folder.write("other.json", "{\"schema\": \"warpwise.recording/2\"}");
    const auto at = text.find("\"length_s\"");
    ASSERT_NE(at, std::string::npos);
    folder.write("lacks.json", text.replace(at, 10, "\"lengths\" "));
    Diagnostics problems;
    EXPECT_EQ(load_recorded_jobs({folder.path()}, problems).size(), 1u);
    ASSERT_EQ(problems.size(), 3u) << text_of(problems);
    EXPECT_THAT(problems[1].message, HasSubstr("lacks.json is damaged"));
}

TEST(JobGpus, SayWhichRankHasWhichAndHowDataGetsFromOneToAnother) {
    const JobGpus two = run_on(2).gpus;
    EXPECT_EQ(two.of_rank(3).ordinal, 1);
    EXPECT_EQ(text_of(two, 2), "Measured on cuda:0 (GPU A) and cuda:1 (GPU A). Messages go from GPU to GPU by NCCL 2.28.3.");
    EXPECT_THAT(text_of(two, 4), HasSubstr("The 4 ranks share these 2 GPUs: rank r takes the GPU at r modulo 2."));
    const JobGpus one{
        .gpus = {{1, "GPU A"}}, .path = JobTarget::Path::staged, .why = "NCCL needs a GPU for each rank, and all ranks share one"};
    EXPECT_THAT(text_of(one, 2), HasSubstr("from GPU to GPU through the host: NCCL needs a GPU for each rank"));
    EXPECT_EQ(text_of(one, 1), "Measured on cuda:1 (GPU A).");
    EXPECT_THAT(text_of(JobGpus{}, 2), HasSubstr("kernels run in the emulator"));
}

}  // namespace
}  // namespace warpwise
