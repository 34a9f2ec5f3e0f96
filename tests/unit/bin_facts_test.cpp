// Updates of bins, and where lanes of one request meet.
#include "ui/debugger/bin_facts.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace warpwise::ui {
namespace {

DebugAccess update(std::uint64_t position, std::uint32_t mask, const std::function<std::int64_t(int)>& element) {
    DebugAccess access{
        .position = position, .line = 9, .space = MemorySpace::shared, .is_store = true, .is_atomic = true, .array = "own"};
    access.mask = mask;
    for (int lane = 0; lane < kDebugLanes; ++lane) access.elements[static_cast<std::size_t>(lane)] = element(lane);
    return access;
}
Bins bins(const std::vector<std::vector<DebugAccess>>& warps, std::int64_t elements = 64) {
    return bins_of(warps, "own", MemorySpace::shared, elements);
}

TEST(BinsTest, LanesThatMeetWaitForOneAnother) {
    const Bins found = bins({{update(3, ~0u, [](int lane) { return lane < 8 ? 5 : 10 + lane; })},
                             {update(1, 3, [](int) { return 5; }), update(9, ~0u, [](int lane) { return lane; })}});
    ASSERT_EQ(found.requests.size(), 3u);
    EXPECT_EQ(found.requests[0].warp, 1u) << "in the order of the block's clock";
    EXPECT_EQ(found.requests[0].turns, 2u);
    EXPECT_EQ(found.requests[1].turns, 8u);
    EXPECT_EQ(found.requests[2].turns, 1u);
    const auto counts = counts_after(found, 2);
    EXPECT_EQ(counts[5].updates, 10u);
    EXPECT_EQ(counts[5].waits, 1u + 7u);
    EXPECT_EQ(counts[5].most, 8u);
    EXPECT_EQ(counts[20].updates, 1u);
    EXPECT_EQ(counts[20].waits, 0u);
    EXPECT_EQ(counts_after(found, 3)[5].updates, 11u);
    EXPECT_EQ(bins_sentence(found, 2),
              "2 requests with 34 updates of 25 bins. Lanes of a request that meet in one bin take turns: 5.0 turns per request on "
              "average, and at most 8.");
    EXPECT_EQ(bins_sentence(found, 0), "No updates of own so far.");
    EXPECT_EQ(bin_text(found, counts, 5),
              "own[5]: 10 updates\n8 of them came after another lane of their request; at most 8 lanes met");
    EXPECT_EQ(bin_text(found, counts, 20), "own[20]: 1 update");
    EXPECT_EQ(bin_text(found, counts, 64), "");
    EXPECT_EQ(requests_before(found, 3), 1u);
    EXPECT_EQ(requests_before(found, 100), 3u);
}

TEST(BinsTest, LoadsStoresAndOtherArraysAreNoUpdates) {
    DebugAccess store = update(1, ~0u, [](int lane) { return lane; }), other = store, global = store;
    store.is_atomic = false, other.array = "weights", global.space = MemorySpace::global;
    EXPECT_TRUE(bins({{store, other, global}}).requests.empty());
    EXPECT_TRUE(counts_after(bins({}), 5).empty());
}

TEST(BinsTest, AShortArrayIsDrawnWholeAndALongOneFromItsFirstUpdate) {
    const std::vector<std::vector<DebugAccess>> warps{{update(1, ~0u, [](int lane) { return 100 + lane * 100; })}};
    const Bins whole = bins(warps, 0), large = bins(warps, 5000), small = bins({{update(1, 1, [](int) { return 7; })}}, 20);
    EXPECT_EQ(small.first, 0);
    EXPECT_EQ(small.last, 19);
    EXPECT_EQ(large.first, 100);
    EXPECT_EQ(large.last, 100 + kMostBins - 1);
    EXPECT_EQ(large.left_out, 21u);
    EXPECT_EQ(whole.left_out, large.left_out);
    EXPECT_EQ(counts_after(large, 1)[100].updates, 1u);
}

}  // namespace
}  // namespace warpwise::ui
