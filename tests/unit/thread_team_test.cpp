#ifdef WARPWISE_HAS_CUDA

#include "cuda/launch/thread_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace warpwise {
namespace {

TEST(ThreadTeam, EveryMemberWorksOnceARound) {
    for (const unsigned members : {1u, 2u, 5u}) {
        ThreadTeam team(members);
        std::vector<int> calls(members);  // each member writes its own
        for (int round = 1; round <= 200; ++round) {
            team.run([&](unsigned member) { ++calls[member]; });
            for (const int of_member : calls) ASSERT_EQ(of_member, round);
        }
    }
}

TEST(ThreadTeam, MembersWorkAtTheSameTime) {
    ThreadTeam team(3);
    std::atomic<int> arrived = 0;
    team.run([&](unsigned) {
        ++arrived;
        while (arrived < 3) std::this_thread::yield();  // would never end one after the other
    });
    EXPECT_EQ(arrived, 3);
}

}  // namespace
}  // namespace warpwise

#endif
