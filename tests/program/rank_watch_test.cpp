// What ranks that wait for each other look like, and what is told of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "program/mpi/rank_board.h"
#include "program/mpi/rank_watch.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using Seen = RankBoard::Seen;
using State = RankBoard::State;

Seen waits(const char* call, int to, int from, int tag = 0, int line = 1) {
    Seen out{.state = State::waits, .number = 2, .ticks = 0, .wait = {}};
    std::strncpy(out.wait.call, call, sizeof out.wait.call - 1);
    out.wait.to = to;
    out.wait.from = from;
    out.wait.tag = tag;
    out.wait.line = line;
    return out;
}
Seen sends(int to, int tag = 0) { return waits("MPI_Send", to, RankWait::kNobody, tag); }
Seen receives(int from, int tag = 0) { return waits("MPI_Recv", RankWait::kNobody, from, tag); }
Seen in_group(const char* call) {
    Seen out = waits(call, RankWait::kNobody, RankWait::kNobody, -1);
    out.wait.is_in_group = true;
    return out;
}
const Seen runs{.state = State::runs, .number = 4, .ticks = 0, .wait = {}},
    ended{.state = State::has_ended, .number = 6, .ticks = 0, .wait = {}};

TEST(RankWatch, KnowsWhichMessagesMayStillCome) {
    EXPECT_FALSE(may_move({sends(1), sends(0)}));
    EXPECT_FALSE(may_move({receives(1), receives(0)}));
    EXPECT_TRUE(may_move({sends(1), receives(0)}));
    EXPECT_TRUE(may_move({sends(1), receives(RankWait::kAnyone)}));
    EXPECT_TRUE(may_move({sends(1, 5), receives(0, -1)}));
    EXPECT_FALSE(may_move({sends(1, 5), receives(0, 6)})) << "another tag";
    EXPECT_FALSE(may_move({sends(2), receives(0), receives(1)})) << "to another rank";
    EXPECT_TRUE(may_move({waits("MPI_Sendrecv", 1, 1, -1), waits("MPI_Sendrecv", 0, 0, -1)}));
    EXPECT_TRUE(may_move({in_group("MPI_Barrier"), in_group("MPI_Barrier")}));
    EXPECT_FALSE(may_move({in_group("MPI_Barrier"), in_group("MPI_Bcast")}));
    EXPECT_FALSE(may_move({in_group("MPI_Barrier"), receives(0)}));
    EXPECT_FALSE(may_move({ended, receives(0)}));
    Seen request = waits("MPI_Wait", RankWait::kNobody, RankWait::kNobody, -1);
    request.wait.is_of_request = true;
    EXPECT_TRUE(may_move({request, receives(0)}));
}

std::vector<Seen> with_ticks(std::vector<Seen> ranks, std::uint64_t ticks) {
    for (Seen& each : ranks) each.ticks = ticks;
    return ranks;
}

TEST(RankWatch, IsSureOnlyWhenEachRankHadItsTurn) {
    const std::vector<Seen> both{sends(1), sends(0)};
    StuckSearch search;
    EXPECT_FALSE(search.look(with_ticks(both, 5)));
    EXPECT_FALSE(search.look(with_ticks(both, 5 + StuckSearch::kSure - 1)));
    std::vector<Seen> slow = with_ticks(both, 5 + StuckSearch::kSure);
    slow[1].ticks = 6;
    EXPECT_FALSE(search.look(slow)) << "rank 1 was given no processor time";
    EXPECT_TRUE(search.look(with_ticks(both, 5 + StuckSearch::kSure)));
}

TEST(RankWatch, BeginsAnewWhenAnythingChanges) {
    StuckSearch search;
    std::vector<Seen> both{sends(1), sends(0)};
    EXPECT_FALSE(search.look(with_ticks(both, 0)));
    both[0].number += 4;  // another call of the same kind
    EXPECT_FALSE(search.look(with_ticks(both, 1000)));
    EXPECT_FALSE(search.look(with_ticks({runs, sends(0)}, 2000)));
    EXPECT_FALSE(search.look(with_ticks({ended, ended}, 3000))) << "no rank waits";
    EXPECT_FALSE(search.look(with_ticks({ended, ended}, 4000)));
}

TEST(RankWatch, WaitsLongerWhereAMessageMayBeOnItsWay) {
    const std::vector<Seen> both{sends(1), receives(0)};
    StuckSearch search;
    EXPECT_FALSE(search.look(with_ticks(both, 0)));
    EXPECT_FALSE(search.look(with_ticks(both, StuckSearch::kUnsure - 1)));
    EXPECT_TRUE(search.look(with_ticks(both, StuckSearch::kUnsure)));
}

TEST(RankWatch, TellsBothSidesAndWhatToTry) {
    const StuckText sending = stuck_text(0, {sends(1), sends(0)});
    EXPECT_EQ(sending.message,
              "rank 0 waits in MPI_Send to rank 1 (tag 0), and nothing can end the wait: rank 1 waits in MPI_Send to rank 0 (line "
              "1, tag 0)");
    EXPECT_THAT(sending.hint, testing::HasSubstr("MPI_Sendrecv()"));
    EXPECT_THAT(stuck_text(1, {receives(1), receives(0)}).hint, testing::HasSubstr("All ranks receive before they send"));
    EXPECT_THAT(stuck_text(0, {in_group("MPI_Barrier"), ended}).hint, testing::HasSubstr("Every rank of the communicator"));
    EXPECT_THAT(stuck_text(0, {in_group("MPI_Barrier"), ended}).message, testing::HasSubstr("rank 1 has called MPI_Finalize"));
    EXPECT_THAT(stuck_text(0, std::vector<Seen>(20, in_group("MPI_Barrier"))).message,
                testing::HasSubstr("and 12 more ranks wait"));
}

TEST(RankBoard, IsTheSameForAllThatOpenIt) {
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "board").string();
    RankBoard *first = RankBoard::open(path, 2), *second = RankBoard::open(path, 2);
    ASSERT_TRUE(first != nullptr && second != nullptr);
    EXPECT_FALSE(std::filesystem::exists(path)) << "gone once all have it";
    EXPECT_EQ(second->look(0)->state, State::absent);
    first->enter(0, sends(1, 3).wait);
    const auto seen = second->look(0);
    ASSERT_TRUE(seen.has_value());
    EXPECT_EQ(seen->state, State::waits);
    EXPECT_STREQ(seen->wait.call, "MPI_Send");
    first->leave(0);
    EXPECT_NE(second->look(0)->number, seen->number);
    EXPECT_EQ(RankBoard::open(path, RankBoard::kMostRanks + 1), nullptr);
}

}  // namespace
}  // namespace warpwise
