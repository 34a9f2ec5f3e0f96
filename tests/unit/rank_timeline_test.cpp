// The timeline of ranks: which messages there were, and who waited for whom.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/ranks/rank_timeline.h"

namespace warpwise {
namespace {

using testing::HasSubstr;
using testing::Not;

MpiCall call(const char* name, double begin, double end) {
    MpiCall out;
    out.call = name;
    out.line = 7;
    out.begin_s = begin;
    out.end_s = end;
    return out;
}
MpiCall send(int to, double begin, double end, std::uint64_t bytes = 8) {
    MpiCall out = call("MPI_Send", begin, end);
    out.to = to, out.tag = 0, out.bytes = bytes;
    return out;
}
MpiCall receive(int from, double begin, double end) {
    MpiCall out = call("MPI_Recv", begin, end);
    out.from = from, out.tag = 0;
    return out;
}
ProgramReport rank_with(std::vector<MpiCall> calls) {
    ProgramReport out;
    calls.insert(calls.begin(), call("MPI_Init", 90, 100));
    out.mpi_calls = std::move(calls);
    return out;
}

TEST(RankTimeline, ShowsWhoWaitedForAMessage) {
    const RankTimeline timeline = timeline_of({rank_with({send(1, 103, 103.5)}), rank_with({receive(0, 101, 104)})});
    ASSERT_EQ(timeline.messages.size(), 1u);
    EXPECT_EQ(timeline.messages[0].from, 0);
    EXPECT_EQ(timeline.messages[0].to, 1);
    EXPECT_DOUBLE_EQ(timeline.messages[0].sent_s, 3) << "from the moment at which MPI_Init ended";
    EXPECT_DOUBLE_EQ(timeline.messages[0].received_s, 4);
    ASSERT_EQ(timeline.pauses.size(), 1u) << "the send had nothing to wait for";
    EXPECT_EQ(timeline.pauses[0].rank, 1);
    EXPECT_EQ(timeline.pauses[0].waits_for, 0);
    EXPECT_DOUBLE_EQ(timeline.pauses[0].end_s - timeline.pauses[0].begin_s, 2);
    EXPECT_THAT(summary_of(timeline), HasSubstr("2 ranks: 1 message, 8 bytes. The longest wait: rank 1 for rank 0, 2 s."));
}

TEST(RankTimeline, OfTwoMachinesIsByTheClockOfTheFirst) {
    auto other = rank_with({receive(0, 1101, 1104)});
    other.mpi_calls[0].begin_s = 1090, other.mpi_calls[0].end_s = 1100;
    other.clock_offset_s = -1000;
    const RankTimeline timeline = timeline_of({rank_with({send(1, 103, 103.5)}), other});
    ASSERT_EQ(timeline.messages.size(), 1u);
    EXPECT_DOUBLE_EQ(timeline.messages[0].sent_s, 3);
    EXPECT_DOUBLE_EQ(timeline.messages[0].received_s, 4);
}

TEST(RankTimeline, ASendWaitsOnlyWhereItHadNotEndedBefore) {
    const RankTimeline kept = timeline_of({rank_with({send(1, 101, 101.1)}), rank_with({receive(0, 105, 106)})});
    EXPECT_TRUE(kept.pauses.empty()) << "MPI kept the message";
    const RankTimeline waited = timeline_of({rank_with({send(1, 101, 106)}), rank_with({receive(0, 105, 106)})});
    ASSERT_EQ(waited.pauses.size(), 1u);
    EXPECT_EQ(waited.pauses[0].rank, 0);
    EXPECT_DOUBLE_EQ(waited.pauses[0].end_s, 5);
}

TEST(RankTimeline, MessagesOfOnePairStayInTheirOrder) {
    const RankTimeline timeline = timeline_of(
        {rank_with({send(1, 101, 102, 10), send(1, 102, 103, 20)}), rank_with({receive(0, 103, 104), receive(0, 104, 105)})});
    ASSERT_EQ(timeline.messages.size(), 2u);
    EXPECT_EQ(timeline.messages[0].bytes, 10u);
    EXPECT_DOUBLE_EQ(timeline.messages[0].received_s, 4);
    EXPECT_EQ(timeline.messages[1].bytes, 20u);
    EXPECT_EQ(values_of(timeline).at("most_bytes"), 30);
}

TEST(RankTimeline, ACollectiveCallWaitsForTheLastRank) {
    const auto reduce = [](double begin, double end) {
        MpiCall out = call("MPI_Reduce", begin, end);
        out.is_collective = true;
        return out;
    };
    const RankTimeline timeline = timeline_of({rank_with({reduce(101, 105)}), rank_with({reduce(104, 105)})});
    ASSERT_EQ(timeline.pauses.size(), 1u);
    EXPECT_EQ(timeline.pauses[0].rank, 0);
    EXPECT_EQ(timeline.pauses[0].waits_for, 1);
    const RankTimeline left = timeline_of({rank_with({reduce(101, 110)}), rank_with({reduce(102, 105)}),
                                           rank_with({reduce(104, 105)}), rank_with({reduce(109, 110)})});
    ASSERT_EQ(left.pauses.size(), 2u);
    EXPECT_EQ(left.pauses[1].rank, 1);
    EXPECT_EQ(left.pauses[1].waits_for, 2) << "it left before rank 3 came";
    EXPECT_EQ(values_of(timeline).at("collective_calls"), 1);
    EXPECT_EQ(values_of(timeline).at("messages"), 0);
}

TEST(RankTimeline, AnAnswerThatAnotherCallWaitsForArrivesThere) {
    MpiCall posted = receive(0, 101, 101.1);
    posted.call = "MPI_Irecv";
    const RankTimeline timeline = timeline_of({rank_with({send(1, 104, 105)}), rank_with({posted, call("MPI_Wait", 102, 106)})});
    ASSERT_EQ(timeline.messages.size(), 1u);
    EXPECT_DOUBLE_EQ(timeline.messages[0].received_s, 6);
    ASSERT_EQ(timeline.pauses.size(), 1u);
    EXPECT_EQ(timeline.pauses[0].call, 1u) << "in MPI_Wait";
    EXPECT_DOUBLE_EQ(timeline.pauses[0].end_s, 4);
}

TEST(RankTimeline, AKernelRunsWhileAMessageIsUnderWay) {
    MpiCall started = receive(0, 101, 101.1);
    started.call = "MPI_Irecv";
    ProgramReport other = rank_with({started, call("MPI_Waitall", 105, 106)});
    ProgramLaunch launch;
    launch.kernel = "inner", launch.begin_s = 102, launch.wall_s = 2.5;
    other.launches.push_back(launch);
    const RankTimeline timeline = timeline_of({rank_with({send(1, 103, 103.1)}), other});
    ASSERT_EQ(timeline.rows[1].flights.size(), 1u);
    EXPECT_DOUBLE_EQ(timeline.rows[1].flights[0].begin_s, 1);
    EXPECT_DOUBLE_EQ(timeline.rows[1].flights[0].end_s, 6) << "of the wait";
    EXPECT_DOUBLE_EQ(timeline.rows[1].overlap_s(), 2.5);
    EXPECT_EQ(timeline.rows[0].overlap_s(), 0);
    EXPECT_TRUE(timeline.pauses.empty()) << "the message was sent before the wait began";
    EXPECT_THAT(summary_of(timeline), HasSubstr("Kernels of rank 1 ran for 2.5 s while its messages were under way."));
    EXPECT_THAT(text_of(timeline), HasSubstr("%%%%"));
    EXPECT_THAT(text_of(timeline_of({rank_with({send(1, 103, 103.1)}), rank_with({receive(0, 101, 104)})})),
                Not(HasSubstr("under way")));
}

TEST(RankTimeline, AGpuThatComputesDoesNotWaitForItsMessages) {
    const auto nccl = [](int from, double begin, double end) {
        MpiCall out = receive(from, begin, end);
        out.call = "ncclRecv", out.tag = -1;
        return out;
    };
    MpiCall sent = send(1, 104, 105);
    sent.call = "ncclSend", sent.tag = -1;
    ProgramReport other = rank_with({nccl(0, 101, 105)});
    ProgramLaunch launch;
    launch.kernel = "inner", launch.begin_s = 101, launch.wall_s = 2;
    other.launches.push_back(launch);
    const RankTimeline timeline = timeline_of({rank_with({sent}), other});
    EXPECT_DOUBLE_EQ(timeline.rows[1].overlap_s(), 2);
    ASSERT_EQ(timeline.pauses.size(), 1u);
    EXPECT_DOUBLE_EQ(timeline.pauses[0].begin_s, 3) << "when the kernel has ended";
    EXPECT_DOUBLE_EQ(timeline.pauses[0].end_s, 4) << "when the other rank sends";
}

TEST(RankTimeline, ADeadlockHasNoEnd) {
    MpiCall stuck_0 = send(1, 101, 0), stuck_1 = send(0, 101.5, 0);
    stuck_0.end_s.reset(), stuck_1.end_s.reset();
    const RankTimeline timeline = timeline_of({rank_with({stuck_0}), rank_with({stuck_1})});
    EXPECT_TRUE(timeline.is_stuck());
    EXPECT_EQ(values_of(timeline).at("waiting_ranks"), 2);
    ASSERT_EQ(timeline.pauses.size(), 2u);
    EXPECT_TRUE(timeline.pauses[0].is_for_ever);
    EXPECT_EQ(timeline.pauses[0].waits_for, 1);
    EXPECT_THAT(text_of(timeline), HasSubstr("rank 0 waits in MPI_Send to rank 1, 8 bytes (line 7)"));
    EXPECT_THAT(summary_of(timeline), HasSubstr("bytes. 2 ranks wait for ever."));
}

MpiCall mark(int level, double at) {
    MpiCall out = call("MPI_Pcontrol", at, at);
    out.tag = level;
    return out;
}

TEST(RankTimeline, OfRanksOnGpusIsTheLastTimedRound) {
    const auto rank = [](double late) {
        ProgramReport out = rank_with({mark(1, 200 + late), send(1, 201, 202), mark(0, 203 + late), mark(1, 300 + late),
                                       send(1, 302, 304, 16), mark(0, 305 + late), call("MPI_Finalize", 400, 410)});
        out.device = "cuda";
        for (const double begin : {150.0, 303.0}) {
            ProgramLaunch& launch = out.launches.emplace_back();
            launch.kernel = "k";
            launch.begin_s = begin;
            launch.wall_s = 1;
        }
        out.copies.push_back(
            {.call = "cudaMemcpy", .kind = "host_to_device", .file = {}, .bytes = 64, .begin_s = 301, .wall_s = 0.5});
        return out;
    };
    const RankTimeline timeline = timeline_of({rank(0), rank(0.25)});
    ASSERT_EQ(timeline.rounds_s.size(), 2u);
    EXPECT_DOUBLE_EQ(timeline.rounds_s[0], 3.25) << "from the first rank's begin to the last one's end";
    EXPECT_DOUBLE_EQ(timeline.rounds_s[1], 5.25);
    ASSERT_EQ(timeline.rows[0].calls.size(), 1u) << "the one of the last round";
    EXPECT_DOUBLE_EQ(timeline.rows[0].calls[0].begin_s, 2);
    EXPECT_EQ(timeline.rows[0].bytes_sent, 16u);
    ASSERT_EQ(timeline.rows[0].launches.size(), 1u);
    EXPECT_DOUBLE_EQ(timeline.rows[0].launches[0].end_s, 4);
    ASSERT_EQ(timeline.rows[0].copies.size(), 1u);
    EXPECT_DOUBLE_EQ(timeline.rows[0].copies[0].begin_s, 1);
}

TEST(RankTimeline, OfEmulatedRanksHasAllCallsWhateverTheProgramMarks) {
    const RankTimeline timeline = timeline_of({rank_with({send(1, 101, 102), mark(1, 200), send(1, 201, 202), mark(0, 203)})});
    EXPECT_EQ(timeline.rows[0].messages, 2u) << "an exercise counts them";
    EXPECT_TRUE(timeline.rounds_s.empty());
}

TEST(RankTimeline, ClaimsNoWaitThatTheClocksOfGpusCannotTell) {
    const auto exchange = [](int other, double begin, double end) {
        MpiCall out = call("ncclSend, ncclRecv", begin, end);
        out.to = out.from = other;
        out.bytes = 8;
        return out;
    };
    const auto waits = [&](double late) {
        ProgramReport first = rank_with({exchange(1, 101, 102)}), second = rank_with({exchange(0, 101 + late, 102)});
        return timeline_of({first, second}).pauses.size();
    };
    EXPECT_EQ(waits(2e-6), 0u);
    EXPECT_EQ(waits(0.1), 1u);
}

}  // namespace
}  // namespace warpwise
