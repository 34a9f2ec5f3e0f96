// The model of a job's time: which messages have to be waited for, and what is fitted to what was measured.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "experiment/ranks/job_program.h"
#include "experiment/ranks/job_scaling.h"
#include "experiment/ranks/job_sizes.h"
#include "lesson/manifest.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

// 2 µs and 1 GB/s
const RankLink kLink{.small = {8, 2e-6, 1001}, .large = {1'000'000, 1e-3, 101}};

Lesson lesson_with(const std::string& stages) {
    const std::string head = R"toml(
id = "some"
title = "Some"
part = 7
playground = true
[parameters]
n = { kind = "size", default = 1000 }
ranks = { kind = "integer", default = 2, min = 1, max = 8 }
rank = { kind = "integer", default = 0, min = 0, max = 7 }
[[array]]
name = "a"
dtype = "f32"
shape = ["n"]
fill = "iota"
role = "output"
[[array]]
name = "all"
dtype = "f32"
shape = ["n * ranks"]
fill = "zeros"
role = "output"
[[view]]
kind = "ranks"
[[job]]
id = "j"
title = "A job"
)toml";
    Manifest manifest = read_manifest(head + stages, "lesson.toml");
    EXPECT_EQ(manifest.lesson.jobs.size(), 1u) << text_of(manifest.diagnostics);
    return std::move(manifest.lesson);
}
MessagePath path_in(const Lesson& lesson, int ranks) {
    ParameterValues values = lesson.defaults();
    values[kRanksName] = std::int64_t{ranks};
    const auto path = message_path(lesson, lesson.jobs.front(), values, kLink);
    EXPECT_TRUE(path.has_value()) << (path ? "" : path.error().text());
    return path.value_or(MessagePath{-1, -1});
}

TEST(MessagePath, OfAChainHasAllItsMessages) {
    const Lesson lesson = lesson_with(R"toml(
[[job.stage]]
do = "receive"
array = "a"
from = "rank - 1"
when = "rank > 0"
[[job.stage]]
do = "send"
array = "a"
to = "rank + 1"
when = "rank + 1 < ranks"
)toml");
    EXPECT_EQ(path_in(lesson, 1).messages, 0);
    EXPECT_EQ(path_in(lesson, 2).messages, 1);
    EXPECT_EQ(path_in(lesson, 64).messages, 63) << "each rank waits for the one before it";
    EXPECT_EQ(path_in(lesson, 64).bytes, 63 * 4000);
}

TEST(MessagePath, OfAMessageThatIsStartedEndsWhereItIsWaitedFor) {
    const Lesson lesson = lesson_with(R"toml(
[[job.stage]]
do = "exchange"
start = "halo"
array = "a"
count = "1"
to = "rank + 1 == ranks ? 0 : rank + 1"
into = "all"
from = "rank == 0 ? ranks - 1 : rank - 1"
[[job.stage]]
do = "receive"
array = "a"
first = "1"
from = "rank - 1"
count = "1"
when = "rank > 0"
[[job.stage]]
do = "send"
array = "a"
first = "1"
count = "1"
to = "rank + 1"
when = "rank + 1 < ranks"
[[job.stage]]
do = "wait"
for = "halo"
)toml");
    EXPECT_EQ(path_in(lesson, 1).messages, 1);
    EXPECT_GE(path_in(lesson, 4).messages, 4) << "the chain, and the message that is waited for behind it";
}

TEST(MessagePath, OfARingIsOneMessageHoweverManyRanks) {
    const Lesson lesson = lesson_with(R"toml(
[[job.stage]]
do = "exchange"
array = "a"
into = "a"
count = "n - 1"
to = "rank + 1 < ranks ? rank + 1 : 0"
from = "rank > 0 ? rank - 1 : ranks - 1"
)toml");
    for (const int ranks : {2, 8, 64}) {
        EXPECT_EQ(path_in(lesson, ranks).messages, 1) << ranks;
        EXPECT_EQ(path_in(lesson, ranks).bytes, 3996) << ranks;
    }
}

TEST(MessagePath, OfOneReceiverGrowsWithTheRanks) {
    const Lesson lesson = lesson_with(R"toml(
[[job.stage]]
do = "send"
array = "a"
to = "0"
when = "rank == 1"
[[job.stage]]
do = "send"
array = "a"
to = "0"
when = "rank > 1"
[[job.stage]]
do = "receive"
array = "a"
from = "1"
when = "rank == 0 && ranks > 1"
[[job.stage]]
do = "receive"
array = "a"
from = "2"
when = "rank == 0 && ranks > 2"
)toml");
    EXPECT_EQ(path_in(lesson, 2).messages, 1);
    EXPECT_EQ(path_in(lesson, 3).messages, 2) << "rank 0 receives one message after the other";
}

TEST(MessagePath, OfCollectiveCallsIsATree) {
    const Lesson lesson = lesson_with(R"toml(
[[job.stage]]
do = "barrier"
[[job.stage]]
do = "gather"
array = "a"
into = "all"
root = "0"
)toml");
    EXPECT_EQ(path_in(lesson, 1).messages, 0);
    EXPECT_EQ(path_in(lesson, 8).messages, 6);
    EXPECT_EQ(path_in(lesson, 8).bytes, 7 * 4000) << "the root gets all of them, and a barrier has none";
    EXPECT_EQ(path_in(lesson, 9).messages, 8);
}

TEST(JobSizes, AreThoseThatItsRanksDivide) {
    Lesson lesson = lesson_with(R"toml(
[[job.stage]]
do = "broadcast"
array = "a"
root = "0"
)toml");
    Parameter other = *lesson.find_parameter("n");
    other.id = "m";
    lesson.parameters.push_back(other);
    const auto sizes = [&] { return sizes_of_job(lesson, lesson.jobs.front(), lesson.defaults()); };
    EXPECT_THAT(sizes(), testing::IsEmpty()) << "each rank has an array of n elements: with more ranks it has more to do";
    lesson.arrays.front().shape = {"ceil(n / ranks)"};
    EXPECT_EQ(sizes(), std::vector<std::string>{"n"});
    lesson.jobs.front().stages.front().times = "n";
    EXPECT_THAT(sizes(), testing::IsEmpty()) << "the stage is repeated more often";
}

TEST(MessagePath, OfADeadlockIsAnError) {
    const Lesson lesson = lesson_with(R"toml(
[[job.stage]]
do = "receive"
array = "a"
from = "1 - rank"
[[job.stage]]
do = "send"
array = "a"
to = "1 - rank"
)toml");
    EXPECT_FALSE(message_path(lesson, lesson.jobs.front(), lesson.defaults(), kLink).has_value());
}

JobScaling measured(double (*seconds)(int), const std::string& weak = {}) {
    JobScaling scaling{.weak = weak, .processors = 4, .link = kLink};
    for (const int ranks : {1, 2, 4})
        scaling.points.push_back({.ranks = ranks, .seconds = seconds(ranks), .path = {ranks - 1.0, 1000.0 * (ranks - 1)}});
    scaling.points.push_back({8, 50, {}});  // two ranks share a processor: this says nothing about the program
    scaling.beyond.push_back({.ranks = 16, .path = {15, 15'000}});
    return scaling;
}

TEST(JobScaling, FitsWhatIsLeftWithoutTheMessages) {
    // Each of p - 1 messages takes 2 µs and 1 µs more for 1,000 bytes.
    const JobScaling scaling = measured([](int ranks) { return 2 + 8.0 / ranks + 3e-6 * (ranks - 1); });
    const auto model = fit_model(scaling);
    ASSERT_TRUE(model.has_value());
    EXPECT_NEAR(model->serial_share(), 0.2, 1e-9);
    EXPECT_NEAR(model->message_s(scaling.beyond[0].path), 45e-6, 1e-12);
    EXPECT_NEAR(model->seconds(16, scaling.beyond[0].path), 2.5 + 45e-6, 1e-9);
    EXPECT_NEAR(scaling.efficiency(scaling.points[2]), 2.5 / 4, 1e-5);
    EXPECT_THAT(text_of(scaling), HasSubstr("latency 2 µs (8 bytes, median of 1,001), bandwidth 1 GB/s"));
    EXPECT_THAT(text_of(scaling), HasSubstr("A model, not measured: 20 % of the work does not get faster (Amdahl's law)"));
    EXPECT_THAT(text_of(scaling), HasSubstr("Of the last time, 45 µs are 15 messages, one after another."));
    const auto json = to_json(scaling);
    EXPECT_EQ(json.at("points")[0].at("source"), "measured");
    EXPECT_EQ(json.at("link").at("source"), "measured");
    EXPECT_EQ(json.at("model").at("points")[0].at("source"), "model");
    EXPECT_EQ(json.at("model").at("points")[0].at("messages"), 15);
}

TEST(JobScaling, OfAGrowingJobIsIdealWhereTheTimeStays) {
    const JobScaling scaling = measured([](int ranks) { return 10 + 3e-6 * (ranks - 1); }, "n");
    const auto model = fit_model(scaling);
    ASSERT_TRUE(model.has_value());
    EXPECT_NEAR(model->seconds(16, scaling.beyond[0].path), 10 + 45e-6, 1e-9);
    EXPECT_DOUBLE_EQ(scaling.ideal_s(4), 10) << "each rank has as much to do as one had";
    EXPECT_THAT(text_of(scaling), HasSubstr("each rank computes for 10 s, however many ranks there are"));
}

TEST(JobScaling, HasNoModelWithoutAPingPong) {
    JobScaling scaling = measured([](int ranks) { return 8.0 / ranks; });
    scaling.link.reset();
    EXPECT_FALSE(fit_model(scaling).has_value());
    EXPECT_TRUE(to_json(scaling).at("model").is_null());
}

TEST(RankLink, IsReadFromWhatRank0Prints) {
    const auto link = link_in_output("[rank 0] 8 2.5e-06 1001\n[rank 0] 4194304 0.0005 101\n");
    ASSERT_TRUE(link.has_value());
    EXPECT_DOUBLE_EQ(link->latency_s(), 2.5e-6);
    EXPECT_DOUBLE_EQ(link->bytes_per_s(), 4194304 / 0.0005);
    EXPECT_FALSE(link_in_output("[rank 0] 8 2.5e-06 1001\n").has_value()) << "the large message is missing";
}

TEST(MessagePath, CountsAMessageAsOftenAsItIsRepeated) {
    const Lesson lesson = lesson_with(R"toml(
[[job.stage]]
do = "exchange"
array = "a"
into = "a"
to = "rank + 1 == ranks ? 0 : rank + 1"
from = "rank == 0 ? ranks - 1 : rank - 1"
times = "5"
)toml");
    EXPECT_EQ(path_in(lesson, 4).messages, 5);
    EXPECT_EQ(path_in(lesson, 4).bytes, 20000);
}

}  // namespace
}  // namespace warpwise
